import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

const TAIL_BYTES = 4_000;
const TAIL_LINES = 15;

export const readLogSize = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/** Returns the last lines of a log file, but nothing before byte `from`. */
export const readLogTail = (file: string, from = 0): string => {
  const size = readLogSize(file);
  const start = Math.max(from, size - TAIL_BYTES);
  if (size <= start) return "";
  const buffer = Buffer.alloc(size - start);
  const descriptor = openSync(file, "r");
  readSync(descriptor, buffer, 0, buffer.length, start);
  closeSync(descriptor);
  const lines = buffer.toString("utf8").trimEnd().split("\n");
  return [`The end of ${file}:`, ...lines.slice(-TAIL_LINES).map((line) => `  ${line}`)].join("\n");
};
