import type { Tables } from "../../infra/postgres/tables.ts";
import type { SoakMeasure } from "./soak-judge.ts";

const MEMORY_NOISE_MB = 40;
const CONNECTION_NOISE_MB = 3;
const FILES_NOISE_MB = 64;
/** A dozen connections more or less, which come and go with what is asked at once: what one of them holds is judged beside it. */
const POSTGRES_NOISE_MB = 120;
const HANDLE_NOISE = 12;
const CONNECTION_HANDLE_NOISE = 40;
/** The calls of a campaign, threads that wait for a message, documents and imports. */
const WORKFLOW_NOISE = 40;
/** Buffers that its heap has from the start on take memory once they are used; the heap is judged beside it. */
const STORE_NOISE_MB = 120;
const ROW_NOISE = 300;
/** Workflows continue as new before their histories have so many events: until then they grow and start anew. */
const HISTORY_NOISE = 2000;

/**
 * Tables whose rows the traffic or a sweep removes soon after they came, with how many may be there for a moment. Others
 * keep what people make, for ever or for days, and grow with each act by as much.
 */
const REMOVED_SOON = {
  run_count_changes: ROW_NOISE,
  do_not_call: 20,
  documents: 20,
  document_versions: 20,
  document_parts: 20,
  document_passages: 60,
  voice_reservations: 20,
  media_processes: 20,
} satisfies Partial<Record<keyof Tables, number>>;

export const LONGEST_HISTORY = "events of the longest open history";
export const OPEN_WORKFLOWS = "open workflows";
export const CONNECTION_MEMORY = "postgres memory of a connection, MB";
/** There are more and fewer connections from moment to moment, and each opens the files of what it has used, up to a bound. */
export const CONNECTION_HANDLES = "postgres handles of a connection";
export const nameRows = (table: string): string => `rows of ${table}`;
export const nameFiles = (part: string): string => `files of ${part}, MB`;

const LEVEL_NOISE = new Map<string, number>([
  [LONGEST_HISTORY, HISTORY_NOISE],
  [OPEN_WORKFLOWS, WORKFLOW_NOISE],
  [CONNECTION_MEMORY, CONNECTION_NOISE_MB],
  [CONNECTION_HANDLES, CONNECTION_HANDLE_NOISE],
  ["object-store memory, MB", STORE_NOISE_MB],
  ["postgres memory, MB", POSTGRES_NOISE_MB],
  ...Object.entries(REMOVED_SOON).map(([table, noise]) => [nameRows(table), noise] as const),
]);

/** Returns the measures by the names that were read: tables are those that exist. */
export const soakMeasures = (names: readonly string[]): SoakMeasure[] =>
  names.map((name): SoakMeasure => {
    const noise = LEVEL_NOISE.get(name);
    if (noise !== undefined) return { name, kind: "level", noise };
    if (name.startsWith(nameRows(""))) return { name, kind: "per act", noise: ROW_NOISE };
    if (name.startsWith("files of ")) return { name, kind: "per act", noise: FILES_NOISE_MB };
    return { name, kind: "level", noise: name.endsWith(" MB") ? MEMORY_NOISE_MB : HANDLE_NOISE };
  });
