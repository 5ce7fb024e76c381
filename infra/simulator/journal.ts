import { closeSync, existsSync, mkdirSync, openSync, readSync, renameSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { agentVoiceSchema } from "../../domain/agent/agent-voice.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { CALL_EVENT_TYPES, numberSchema } from "../telephony/simulator/simulator.protocol.ts";
import { simulatorCallSchema } from "./call.ts";
import { callPlanSchema } from "./plan.ts";
import { recordedRequestSchema } from "./record.ts";
import { scriptSchema } from "./script.ts";
import { heardSchema } from "./talk.ts";
import { recordedTextSchema } from "./text-record.ts";

const entrySchema = z.discriminatedUnion("kind", [
  // A request and the call it made are one line, so that a kill cannot leave one without the other.
  z.object({ kind: z.literal("request"), request: recordedRequestSchema, call: simulatorCallSchema.nullable() }),
  z.object({
    kind: z.literal("hung_up"),
    callId: z.string(),
    atMs: z.number(),
    by: z.enum(["platform", "agent", "person"]).default("platform"),
  }),
  z.object({ kind: z.literal("voiced"), callId: z.string(), voice: agentVoiceSchema }),
  z.object({ kind: z.literal("came_in"), call: simulatorCallSchema }),
  // An incoming call gets its plan when the platform answers.
  z.object({
    kind: z.literal("planned"),
    callId: z.string(),
    plan: callPlanSchema,
    statusUrl: z.string().nullable(),
    record: z.boolean(),
  }),
  z.object({ kind: z.literal("heard"), callId: z.string(), heard: heardSchema }),
  z.object({ kind: z.literal("recording_removed"), callId: z.string() }),
  z.object({ kind: z.literal("number"), number: numberSchema }),
  z.object({ kind: z.literal("number_released"), phoneNumber: z.string() }),
  z.object({ kind: z.literal("settled"), callId: z.string(), event: z.enum(CALL_EVENT_TYPES) }),
  z.object({ kind: z.literal("script"), account: z.string().nullable(), script: scriptSchema }),
  z.object({ kind: z.literal("text"), record: recordedTextSchema }),
  z.object({ kind: z.literal("cleared"), account: z.string().nullable() }),
]);

export type JournalEntry = z.infer<typeof entrySchema>;

/** The simulator's persistent log, in order of events. */
export interface SimulatorJournal {
  /** The entries of earlier processes, read once at start. */
  entries: readonly JournalEntry[];
  append(entry: JournalEntry): void;
  /** Removes entries of earlier processes that are no longer of use. */
  rewrite(isOfUse: (entry: JournalEntry) => boolean): void;
  close(): void;
}

/** Creates a journal in memory, for tests that start a simulator of their own. */
export const createMemoryJournal = (): SimulatorJournal => ({
  entries: [],
  append: () => {},
  rewrite: () => {},
  close: () => {},
});

/**
 * Opens a file of one JSON object a line. Each entry is passed to the operating system before its request is answered,
 * so a killed process loses nothing that it has answered.
 */
export const openJournal = (dataDir: string): SimulatorJournal => {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, "simulator.journal.jsonl");
  const entries = existsSync(path) ? readEntries(path) : [];
  let file = openSync(path, "a", 0o600);
  return {
    entries,
    append: (entry) => void writeSync(file, lineOf(entry)),
    rewrite: (isOfUse) => {
      const kept = entries.filter(isOfUse);
      if (kept.length === entries.length) return;
      closeSync(file);
      writeEntries(`${path}.new`, kept);
      renameSync(`${path}.new`, path);
      file = openSync(path, "a", 0o600);
    },
    close: () => closeSync(file),
  };
};

const lineOf = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`;

/** Written line by line, because all lines together may exceed the longest string. */
const writeEntries = (path: string, entries: readonly JournalEntry[]): void => {
  const file = openSync(path, "w", 0o600);
  for (const entry of entries) writeSync(file, lineOf(entry));
  closeSync(file);
};

const readEntries = (path: string): JournalEntry[] => {
  const entries: JournalEntry[] = [];
  let wholeBytes = 0;
  for (const line of readLines(path)) {
    wholeBytes += line.length;
    entries.push(entrySchema.parse(JSON.parse(line.toString("utf8"))));
  }
  // A line that a kill cut short was never answered, so it is removed.
  truncateSync(path, wholeBytes);
  return entries;
};

const PIECE_BYTES = MEGABYTE;
const NEWLINE = 10;

/** Yields the whole lines of a file, each with its newline; only a piece of the file is in memory at a time. */
export function* readLines(path: string, pieceBytes = PIECE_BYTES): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    const piece = Buffer.alloc(pieceBytes);
    let begun = Buffer.alloc(0);
    for (let bytes = readSync(file, piece); bytes > 0; bytes = readSync(file, piece)) {
      const text = Buffer.concat([begun, piece.subarray(0, bytes)]);
      let from = 0;
      for (let end = text.indexOf(NEWLINE); end !== -1; end = text.indexOf(NEWLINE, from)) {
        yield text.subarray(from, end + 1);
        from = end + 1;
      }
      begun = text.subarray(from);
    }
  } finally {
    closeSync(file);
  }
}
