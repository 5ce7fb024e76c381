import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Ringdown } from "../src/index.ts";
import { CommandError, EXIT } from "./command-error.ts";
import type { Terminal } from "./terminal.ts";

export interface Profile {
  url: string;
  api_key: string;
}

const USUAL = "default";
/** Keys are for their owner's eyes alone. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export const profilesFile = ({ env }: Terminal): string => {
  const folder = env["XDG_CONFIG_HOME"] ?? join(env["HOME"] ?? homedir(), ".config");
  return join(folder, "ringdown", "profiles.json");
};

export const nameOfProfile = ({ env }: Terminal, given: string | undefined): string =>
  given ?? env["RINGDOWN_PROFILE"] ?? USUAL;

export const readProfiles = (terminal: Terminal): Record<string, Profile> => {
  const file = profilesFile(terminal);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new CommandError(`${file} is no JSON: mend it, or remove it and log in again`, EXIT.failed);
  }
};

/** Another file takes the place of the old one, so that a crash leaves one of both whole. */
export const writeProfiles = (terminal: Terminal, profiles: Readonly<Record<string, Profile>>): void => {
  const file = profilesFile(terminal);
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  writeFileSync(`${file}.new`, `${JSON.stringify(profiles, null, 2)}\n`, { mode: FILE_MODE });
  chmodSync(`${file}.new`, FILE_MODE);
  renameSync(`${file}.new`, file);
};

/** How the platform is reached. */
export interface Access {
  baseUrl: string;
  apiKey?: string;
  fetch?: typeof fetch;
}

/** Opens a client by a profile. */
export const openClient = (terminal: Terminal, given: string | undefined): Ringdown =>
  new Ringdown(readAccess(terminal, given));

/** Reads a profile; `RINGDOWN_URL` and `RINGDOWN_API_KEY` go before it. */
export const readAccess = (terminal: Terminal, given: string | undefined): Access => {
  const { env } = terminal;
  const name = nameOfProfile(terminal, given);
  const profile = readProfiles(terminal)[name];
  const baseUrl = env["RINGDOWN_URL"] ?? profile?.url;
  const apiKey = env["RINGDOWN_API_KEY"] ?? profile?.api_key;
  if (!baseUrl || (given !== undefined && !profile))
    throw new CommandError(`There is no profile ${name}: run \`ringdown login --profile ${name}\``, EXIT.notAllowed);
  return {
    baseUrl,
    ...(apiKey !== undefined && { apiKey }),
    ...(terminal.fetch && { fetch: terminal.fetch }),
  };
};
