import { isIP } from "node:net";
import type { z } from "zod";
import { describeFault } from "../../domain/json/describe-fault.ts";
import { configSchema } from "./config-schema.ts";
import { renameFormer } from "./former-names.ts";

export type Config = z.output<typeof configSchema>;

export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Settings that this process needs are unset. */
export class UnsetSettingsError extends ConfigurationError {
  readonly settings: readonly string[];
  constructor(settings: readonly string[]) {
    super(
      `Not set: ${settings.join(", ")}. \`npm start\` sets them for the embedded parts; alone, a process needs them all.`,
    );
    this.settings = settings;
  }
}

/** Reads the environment; an empty variable counts as unset. Throws one ConfigurationError that lists every fault. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const { settings, faults } = renameFormer(set);
  const result = configSchema.safeParse(settings, { error: describeFault });
  faults.push(...(result.error?.issues ?? []).map((issue) => `  ${issue.path.join(".")}: ${issue.message}`));
  if (result.success) faults.push(...livekitFaults(result.data));
  if (result.success && faults.length === 0) return withDatabaseTls(result.data);
  throw new ConfigurationError(`The configuration has ${faults.length} fault(s):\n${faults.join("\n")}`);
};

/** Checks that LiveKit's address and key are set together. */
const livekitFaults = (config: Config): string[] => {
  const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = config;
  const parts = { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET };
  const missing = Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === 0 || missing.length === Object.keys(parts).length) return [];
  return missing.map((name) => `  ${name}: is needed where another of ${Object.keys(parts).join(", ")} is set`);
};

/** Puts TLS into the URL, from which the driver reads it for every connection. */
const withDatabaseTls = (config: Config): Config => {
  const { DATABASE_TLS_CA_FILE: file, DATABASE_URL, DATABASE_MIGRATIONS_URL } = config;
  if (!file) return config;
  const secured = (address: string | undefined) => {
    if (address === undefined) return undefined;
    const secure = new URL(address);
    if (isIP(secure.hostname.replace(/^\[|\]$/g, "")) > 0)
      throw new ConfigurationError(namedByAddress(secure.hostname));
    secure.searchParams.set("sslmode", "verify-full");
    secure.searchParams.set("sslrootcert", file);
    return secure.href;
  };
  return { ...config, DATABASE_URL: secured(DATABASE_URL), DATABASE_MIGRATIONS_URL: secured(DATABASE_MIGRATIONS_URL) };
};

/** The driver would compare the certificate with the name localhost. */
const namedByAddress = (address: string): string =>
  `DATABASE_TLS_CA_FILE checks the name in PostgreSQL's certificate, and ${address} is an address: let DATABASE_URL and DATABASE_MIGRATIONS_URL call the server by the name in its certificate.`;

type WithSettings<K extends keyof Config> = Config & { [N in K]-?: NonNullable<Config[N]> };

/**
 * Returns the configuration with the settings that the API and the worker need. Throws when one is missing, and names
 * it.
 */
export const requireSettings = <K extends keyof Config>(config: Config, ...names: K[]): WithSettings<K> => {
  if (hasSettings(config, names)) return config;
  const missing = names.filter((name) => config[name] === undefined);
  throw new UnsetSettingsError(missing);
};

const hasSettings = <K extends keyof Config>(config: Config, names: readonly K[]): config is WithSettings<K> =>
  names.every((name) => config[name] !== undefined);

export const readPublicBaseUrl = (config: Pick<Config, "PUBLIC_BASE_URL" | "HOST" | "PORT">): string =>
  config.PUBLIC_BASE_URL ?? `http://${config.HOST}:${config.PORT}`;
