import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findCacheFolder } from "../cache-folder.ts";
import { readErrorCode, readErrorMessage, LocalStackError } from "./failure.ts";
import { runCommand } from "./run-command.ts";
import { HOUR_MS } from "../../domain/time/durations.rules.ts";

/** A program that is built with Go from the module proxy, once for each user. */
export interface GoProgram {
  command: string;
  version: string;
  package: string;
  /** The folder beside this file whose go.mod and go.sum name every module with its hash. */
  moduleFolder: string;
  /** The environment variable that names another program to use instead. */
  variable: string;
  /** The libraries that a build needs besides Go, for people. */
  libraries?: string;
}

/** Long enough for a cold build on two shared cores. */
const BUILD_TIMEOUT_MS = HOUR_MS;

/** Returns the path of the program that was built for this user; undefined: it was not built. */
export const findBuiltGoProgram = (
  program: GoProgram,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined => {
  const built = join(folderOf(program, environment), "bin", program.command);
  return existsSync(built) ? built : undefined;
};

/**
 * Returns the path of a program: the one that its variable names, else one on PATH, else the one in the per-user cache,
 * which is built from the Go module proxy the first time, with every module's hash from its `go.sum`.
 * @throws LocalStackError where Go or a library is missing or the build fails.
 */
export const resolveGoProgram = async (program: GoProgram, onInstall: (message: string) => void): Promise<string> => {
  const { env } = process;
  const configured = env[program.variable];
  if (configured) return configured;
  return (
    findProgramOnPath(program.command, env) ??
    findBuiltGoProgram(program, env) ??
    (await build(program, { env, onInstall }))
  );
};

export const findProgramOnPath = (command: string, env: NodeJS.ProcessEnv = process.env): string | undefined =>
  (env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find(isExecutable);

const folderOf = ({ command, version }: GoProgram, environment: NodeJS.ProcessEnv) =>
  join(findCacheFolder(environment), `${command}-${version}-${process.platform}-${process.arch}`);

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const build = async (
  program: GoProgram,
  { env, onInstall }: { env: NodeJS.ProcessEnv; onInstall: (message: string) => void },
): Promise<string> => {
  const { command, version, moduleFolder, variable, libraries } = program;
  const folder = folderOf(program, env);
  mkdirSync(findCacheFolder(env), { recursive: true });
  onInstall(`Building ${command} ${version} with Go into ${folder}, once for this user: this takes minutes …`);
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    const output = join(partial, "bin", command);
    const args = ["build", "-trimpath", "-ldflags", "-s -w", "-o", output, program.package];
    await runCommand("go", args, { cwd: join(import.meta.dirname, moduleFolder), env, timeoutMs: BUILD_TIMEOUT_MS });
    if (!existsSync(folder)) renameSync(partial, folder);
  } catch (error) {
    const reason = readErrorCode(error) === "ENOENT" ? "Go is not on PATH" : readErrorMessage(error);
    const needed = libraries === undefined ? "" : ` and ${libraries}`;
    throw new LocalStackError(
      `${command} could not be built: ${reason}. Install Go 1.26 or newer${needed}, or name a ${command} in ${variable}.`,
    );
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return join(folder, "bin", command);
};
