import { createLogger, type Logger } from "../../infra/logger.ts";

export interface CapturedLog {
  logger: Logger;
  /** Everything that was written, as it was written. */
  text(): string;
  lines(): Record<string, unknown>[];
}

/** Creates a real logger whose lines stay in memory. */
export const captureLog = ({ level = "trace", secrets = [] as readonly string[] } = {}): CapturedLog => {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  return {
    logger: createLogger("test", { level, secrets, destination }),
    text: () => written.join(""),
    lines: () => written.map((line): Record<string, unknown> => JSON.parse(line)),
  };
};
