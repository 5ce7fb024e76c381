import { type Logger, pino } from "pino";

export type { Logger };

const SECRET_PATHS = ["password", "token", "api_key", "apiKey", "authorization", "auth_token", "secret", "credentials"];

/** Structured logs, one JSON object a line. Secrets are removed wherever they would stand; numbers are masked by `maskNumber`. */
export const createLogger = (name: string, level: string): Logger =>
  pino({
    name,
    level,
    base: { process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]), censor: "[removed]" },
  });

/** +12025550123 → +120255***23: enough to recognise, not enough to dial. */
export const maskNumber = (number: string): string =>
  number.length < 8 ? "***" : `${number.slice(0, -5)}***${number.slice(-2)}`;
