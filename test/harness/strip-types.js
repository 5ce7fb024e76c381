// Tests run through the stripping that the processes themselves start with, so both see the same program.
import { stripTypeScriptTypes } from "node:module";

const transform = { process: (source) => ({ code: stripTypeScriptTypes(source) }) };

export default transform;
