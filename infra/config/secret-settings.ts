import type { Config } from "./config.ts";

const SECRETS = [
  "TEMPORAL_API_KEY",
  "S3_SECRET_KEY",
  "LIVEKIT_API_SECRET",
  "ELASTICSEARCH_API_KEY",
  "ENCRYPTION_KEY",
  "BOOTSTRAP_PASSWORD",
  "SIMULATOR_SIGNING_KEY",
  "METRICS_TOKEN",
] as const;

/** What is secret as a whole or in a part: it has its place in a Secret of Kubernetes, and in no list of settings. */
export const SECRET_SETTINGS = [
  ...SECRETS,
  "DATABASE_URL",
  "DATABASE_MIGRATIONS_URL",
  "S3_ACCESS_KEY",
  "LIVEKIT_API_KEY",
  "ENCRYPTION_KEYS_FORMER",
  "SMTP_URL",
  "OTEL_EXPORTER_OTLP_HEADERS",
] as const satisfies readonly (keyof Config)[];

/** Returns every secret value of the configuration, passwords inside addresses included, for removal from logs. */
export const listSecretSettings = (config: Config): string[] =>
  [
    ...SECRETS.map((name) => config[name]),
    ...config.ENCRYPTION_KEYS_FORMER,
    ...Object.values(config).flatMap((value) => (typeof value === "string" ? passwordIn(value) : [])),
    ...(config.OTEL_EXPORTER_OTLP_HEADERS?.split(",").map((header) => header.split("=").slice(1).join("=")) ?? []),
  ].filter((value): value is string => value !== undefined && value !== "");

const passwordIn = (address: string): string[] => {
  if (!address.includes("://") || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return password === "" ? [] : [password, decodeURIComponent(password)];
};
