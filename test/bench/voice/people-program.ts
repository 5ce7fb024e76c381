import { join } from "node:path";
import { keepGoProgram } from "../../../infra/local/go-program.ts";
import { digestOfSources } from "../../harness/go-sources.ts";

const SOURCES = join(import.meta.dirname, "people");

/** Returns the path of the people's program, which is built when its sources have changed. */
export const resolvePeople = (onInstall: (message: string) => void): Promise<string> =>
  keepGoProgram(
    {
      command: "voice-people",
      version: digestOfSources(SOURCES),
      package: ".",
      moduleFolder: SOURCES,
      // Only files of Opus need the other library.
      tags: "nolibopusfile",
      libraries: "a C compiler, pkg-config and the headers of opus (Debian: gcc pkg-config libopus-dev)",
    },
    { onInstall },
  );
