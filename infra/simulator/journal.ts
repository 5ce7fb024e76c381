import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { agentVoiceSchema } from "../../domain/agent/agent-voice.ts";
import { simulatorCallSchema } from "./call.ts";
import { CALL_EVENT_TYPES, numberSchema } from "../telephony/simulator/simulator.protocol.ts";
import { callPlanSchema } from "./plan.ts";
import { recordedRequestSchema } from "./record.ts";
import { scriptSchema } from "./script.ts";
import { heardSchema } from "./talk.ts";

const entrySchema = z.discriminatedUnion("kind", [
  // A request and the call it made are one line: a kill cannot leave one without the other.
  z.object({ kind: z.literal("request"), request: recordedRequestSchema, call: simulatorCallSchema.nullable() }),
  z.object({
    kind: z.literal("hung_up"),
    callId: z.string(),
    atMs: z.number(),
    by: z.enum(["platform", "agent", "person"]).default("platform"),
  }),
  z.object({ kind: z.literal("voiced"), callId: z.string(), voice: agentVoiceSchema }),
  z.object({ kind: z.literal("came_in"), call: simulatorCallSchema }),
  // A call that came in gets its plan when the platform says what to do with it.
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
  z.object({ kind: z.literal("cleared"), account: z.string().nullable() }),
]);

export type JournalEntry = z.infer<typeof entrySchema>;

/** What must outlive the simulator's process, in order of happening. */
export interface SimulatorJournal {
  /** The entries of earlier processes; read once, at start. */
  entries: readonly JournalEntry[];
  append(entry: JournalEntry): void;
  /** Keeps of the entries of earlier processes those that are still of use. */
  rewrite(isOfUse: (entry: JournalEntry) => boolean): void;
  close(): void;
}

/** A journal that forgets: for tests that start a simulator of their own. */
export const createMemoryJournal = (): SimulatorJournal => ({
  entries: [],
  append: () => {},
  rewrite: () => {},
  close: () => {},
});

/**
 * A file of one JSON object a line. Each entry is handed to the operating system before the request behind it is
 * answered, so a killed process loses nothing it had told anybody.
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
      writeFileSync(`${path}.new`, kept.map(lineOf).join(""), { mode: 0o600 });
      renameSync(`${path}.new`, path);
      file = openSync(path, "a", 0o600);
    },
    close: () => closeSync(file),
  };
};

const lineOf = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`;

const readEntries = (path: string): JournalEntry[] => {
  const content = readFileSync(path);
  const wholeBytes = content.lastIndexOf("\n") + 1;
  // A line that a kill cut short was never answered for; without it, the next line starts clean.
  if (wholeBytes < content.length) truncateSync(path, wholeBytes);
  const lines = content.subarray(0, wholeBytes).toString("utf8").split("\n").slice(0, -1);
  return lines.map((line) => entrySchema.parse(JSON.parse(line)));
};
