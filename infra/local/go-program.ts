import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { HOUR_MS } from "../../domain/time/durations.rules.ts";
import { findCacheFolder } from "../cache-folder.ts";
import { findProgramOnPath } from "../pinned-package/program-on-path.ts";
import { readErrorCode, readErrorMessage } from "../pinned-package/read-error.ts";
import { runProgram } from "../pinned-package/run-program.ts";
import { LocalStackError } from "./failure.ts";

/** A program that is built with Go from the module proxy, once for each user. */
export interface GoProgram extends GoSource {
  /** The environment variable that names another program to use instead. */
  variable: string;
}

/** What a program is built from with Go. */
interface GoSource {
  command: string;
  version: string;
  package: string;
  /** The folder, absolute or beside this file, whose go.mod and go.sum name every module with its hash. */
  moduleFolder: string;
  /** Values of Go's variables of type string, by their names with their packages. */
  variables?: Readonly<Record<string, string>>;
  /** Go's build tags. */
  tags?: string;
  /** The libraries that a build needs besides Go, for people. */
  libraries?: string;
  /** False where nothing of it needs a C compiler, though one may be there. */
  cgo?: false;
}

/** Long enough for a cold build on two shared cores. */
const BUILD_TIMEOUT_MS = HOUR_MS;

/** Returns the path of the program that was built for this user; undefined: it was not built. */
export const findBuiltGoProgram = (
  program: GoSource,
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
  const orInstead = `, or name a ${program.command} in ${program.variable}`;
  return findProgramOnPath(program.command, env) ?? (await keepGoProgram(program, { onInstall, orInstead }));
};

/**
 * Returns the path of a program in the per-user cache, where it is built the first time.
 * @throws LocalStackError where Go or a library is missing or the build fails; `orInstead` says what helps besides these.
 */
export const keepGoProgram = async (
  source: GoSource,
  { onInstall, orInstead = "" }: { onInstall: (message: string) => void; orInstead?: string },
): Promise<string> => findBuiltGoProgram(source) ?? (await build(source, { onInstall, orInstead }));

const folderOf = ({ command, version }: GoSource, environment: NodeJS.ProcessEnv) =>
  join(findCacheFolder(environment), `${command}-${version}-${process.platform}-${process.arch}`);

const build = async (
  source: GoSource,
  { onInstall, orInstead }: { onInstall: (message: string) => void; orInstead: string },
): Promise<string> => {
  const { env } = process;
  const { command, version, moduleFolder, tags = "", libraries, variables = {} } = source;
  const set = Object.entries(variables).map(([name, value]) => ` -X ${name}=${value}`);
  const cgo = source.cgo === false ? { CGO_ENABLED: "0" } : {};
  const folder = folderOf(source, env);
  mkdirSync(findCacheFolder(env), { recursive: true });
  onInstall(`Building ${command} ${version} with Go into ${folder}, once for this user: this takes minutes …`);
  const partial = mkdtempSync(`${folder}.partial-`);
  try {
    const output = join(partial, "bin", command);
    const args = [
      "build",
      "-trimpath",
      "-ldflags",
      `-s -w${set.join("")}`,
      "-tags",
      tags,
      "-o",
      output,
      source.package,
    ];
    const cwd = resolve(import.meta.dirname, moduleFolder);
    await runProgram("go", args, { cwd, env: { ...env, ...cgo }, timeoutMs: BUILD_TIMEOUT_MS });
    if (!existsSync(folder)) renameSync(partial, folder);
  } catch (error) {
    const reason = readErrorCode(error) === "ENOENT" ? "Go is not on PATH" : readErrorMessage(error);
    const needed = libraries === undefined ? "" : ` and ${libraries}`;
    throw new LocalStackError(
      `${command} could not be built: ${reason}. Install Go 1.26 or newer${needed}${orInstead}.`,
    );
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return join(folder, "bin", command);
};
