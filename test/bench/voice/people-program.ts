import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keepGoProgram } from "../../../infra/local/go-program.ts";

const SOURCES = join(import.meta.dirname, "people");

/** Returns the path of the people's program, which is built when its sources have changed. */
export const resolvePeople = (onInstall: (message: string) => void): Promise<string> =>
  keepGoProgram(
    {
      command: "voice-people",
      version: digestOfSources(),
      package: ".",
      moduleFolder: SOURCES,
      // Only files of Opus need the other library.
      tags: "nolibopusfile",
      libraries: "a C compiler, pkg-config and the headers of opus (Debian: gcc pkg-config libopus-dev)",
    },
    { onInstall },
  );

const digestOfSources = (): string => {
  const hash = createHash("sha256");
  for (const file of readdirSync(SOURCES).sort()) hash.update(`${file}\0`).update(readFileSync(join(SOURCES, file)));
  return hash.digest("hex").slice(0, 12);
};
