import { join } from "node:path";
import { findBuiltGoProgram, keepGoProgram } from "../../infra/local/go-program.ts";
import { digestOfSources } from "./go-sources.ts";

const SOURCES = join(import.meta.dirname, "dex");

/** Returns the path of Dex, where it was built before or `TEST_DEX=1` asks for it, which takes many minutes; null elsewhere, which is said. */
export const resolveDex = async (): Promise<string | null> => {
  const source = {
    command: "dex",
    version: digestOfSources(SOURCES),
    package: ".",
    moduleFolder: SOURCES,
    // Only Dex's store in SQLite needs C, and this is the store in memory.
    cgo: false,
  } as const;
  const built = findBuiltGoProgram(source);
  if (built === undefined && process.env["TEST_DEX"] !== "1") {
    process.stderr.write("\n*** SKIPPED: signing in by Dex: set TEST_DEX=1, where Go and its proxy are\n\n");
    return null;
  }
  try {
    return built ?? (await keepGoProgram(source, { onInstall: () => {} }));
  } catch (error) {
    process.stderr.write(`\n*** SKIPPED: signing in by Dex: ${String(error)}\n\n`);
    return null;
  }
};
