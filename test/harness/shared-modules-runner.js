import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import runCircus from "jest-circus/runner";
import { useGlobals } from "./jest-globals.js";

const require = createRequire(import.meta.url);
const TESTS = new URL("../", import.meta.url).href;
const GLOBALS = new URL("./jest-globals.js", import.meta.url).href;
/** Where Jest keeps what is told of a test file's events. */
const EVENT_HANDLERS = Symbol.for("EVENT_HANDLERS");

// What lies in `test/` may register hooks of the test file that imports it and keep what that file did: every test file
// has its own, whose address ends in the name of the test file.
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    if (specifier === "@jest/globals") return { url: GLOBALS, format: "module", shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const owner = testFileOf(context.parentURL);
    return owner && resolved.url.startsWith(TESTS) ? { ...resolved, url: `${resolved.url}?in=${owner}` } : resolved;
  },
});

/** The test file for which a module was evaluated, relative to `test/`. */
const testFileOf = (url = "") => {
  if (!url.startsWith(TESTS)) return undefined;
  const [path, owner] = url.slice(TESTS.length).split("?in=");
  return owner ?? (path.endsWith(".test.ts") ? path : undefined);
};

/**
 * Runs a test file with Jest's own framework, but lets Node load it: a worker evaluates the modules of the product and of
 * its dependencies once for all of its test files, and not once for each of them.
 */
const runTestFile = async (...given) => {
  const [globalConfig, , , runtime] = given;
  if (globalConfig.watch || globalConfig.watchAll)
    throw new Error("A process does not evaluate a changed module again: instead of --watch, start npm test once more");
  // In a realm of its own each file would have none: those of earlier files would report its tests as theirs, and stay.
  delete globalThis[EVENT_HANDLERS];
  // Jest keeps the tests of a file in variables of this module, so that every file needs a fresh one.
  runtime.requireInternalModule = (path) => {
    delete require.cache[path];
    return require(path);
  };
  runtime.setGlobalsForRuntime = useGlobals;
  runtime.unstable_importModule = (path) => import(pathToFileURL(path).href);
  return runCircus.default(...given);
};

export default runTestFile;
