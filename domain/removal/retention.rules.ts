/** The kinds of data that are kept for a time of their own. */
export const RETENTION_KINDS = [
  "words",
  "recordings",
  "runs",
  "contacts",
  "import_files",
  "threads",
  "deliveries",
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** An organization keeps anything that it does not keep for good for so many days at most, and no operator sets more. */
export const MOST_RETENTION_DAYS = 3_650;

/** Days by kind; a kind without days is kept for good, or by the days for all words or all runs. */
export type RetentionDays = Readonly<Partial<Record<RetentionKind, number | null>>>;

/** What `retention_days` holds for where a kind has no days of its own. */
const OF_WORDS: ReadonlySet<RetentionKind> = new Set(["words", "recordings", "threads", "deliveries"]);

export interface RetentionSettings {
  retention: RetentionDays | null;
  retention_days: number | null;
  keep_runs_days: number | null;
}

/** How long a kind is kept, and who says so; null: for good. */
export interface KeptFor {
  days: number;
  set_by: "kind" | "general" | "operator";
}

export const decideKeptFor = (
  kind: RetentionKind,
  { retention, retention_days, keep_runs_days }: RetentionSettings,
  most: number | undefined,
): KeptFor | null => {
  const own = retention?.[kind] ?? null;
  const general = kind === "runs" ? keep_runs_days : OF_WORDS.has(kind) ? retention_days : null;
  const days = own ?? general;
  if (most !== undefined && (days === null || most < days)) return { days: most, set_by: "operator" };
  return days === null ? null : { days, set_by: own === null ? "general" : "kind" };
};
