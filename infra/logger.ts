import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";
import { gatherLines } from "./gathered-lines.ts";
import { readCurrentFields } from "./telemetry/current-work.ts";
import { toLoggable } from "./telemetry/loggable.ts";
import { maskLine, maskText, REMOVED } from "./telemetry/mask-text.ts";

/** Ids of a request or an activity are added automatically (`runAsWork`), not by a child logger that is passed on. */
export type Logger = Pick<PinoLogger, "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "isLevelEnabled">;

export interface LoggerOptions {
  level: string;
  /** This process's secrets, which are removed from every text. */
  secrets?: readonly string[];
  /** Default: standard output. */
  destination?: DestinationStream;
}

/**
 * Creates a logger of one JSON object a line, each with the ids of the request or activity that wrote it. Secrets and
 * phone numbers are removed automatically: fields go through `loggable`, and every finished line through `maskLine`.
 */
export const createLogger = (process: string, { level, secrets = [], destination }: LoggerOptions): Logger => {
  const withoutSecrets = remover(secrets);
  const options = {
    level,
    base: { process },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: readCurrentFields,
    formatters: { level: (label: string) => ({ level: label }), log: toLoggable },
    // `loggable` has already turned errors into plain objects.
    serializers: { err: (error: unknown) => error, msg: (text: string) => maskText(text) },
    hooks: { streamWrite: (line: string) => withoutSecrets(maskLine(line)) },
  };
  return pino(options, destination ?? gatherLines(pino.destination(1)));
};

/** Shorter secrets are not removed, because they may be ordinary words. */
const SHORTEST_SECRET = 10;

const remover = (secrets: readonly string[]): ((line: string) => string) => {
  const forms = secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const different = [...new Set(forms)];
  return (line) => different.reduce((rest, secret) => rest.replaceAll(secret, REMOVED), line);
};
