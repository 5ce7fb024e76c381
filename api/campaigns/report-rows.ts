import type { ReportRun } from "../../infra/postgres/campaign/campaign-report.repository.ts";
import type { Cell } from "../../infra/xlsx/xlsx-parts.ts";
import type { ArtifactType } from "../../infra/postgres/artifact/call-artifact.entity.ts";

/** Kept with what a call gathered, but not gathered by the agent: they have columns of their own, or none. */
export const NOT_EXTRACTED = ["call_tags", "call_disposition", "mapped_call_disposition", "nodes_visited"] as const;

const BEFORE = [
  "Run ID",
  "Campaign ID",
  "Agent ID",
  "Agent Definition ID",
  "Created At",
  "Phone Number",
  "Call Disposition",
  "Call Duration (s)",
];
const AFTER = ["Call Tags", "Transcript URL", "Recording URL", "Outcome", "Attempt"];

export const headerOf = (variables: readonly string[]): Cell[] => [
  ...BEFORE,
  ...variables.map((name) => safeText(name)),
  ...AFTER,
];

/** The link under which a file of the run is fetched; null when there is none. */
export type LinkOf = (run: ReportRun, type: ArtifactType) => string | null;

export const rowOf = (run: ReportRun, variables: readonly string[], linkOf: LinkOf): Cell[] => [
  run.id,
  run.campaign_id,
  run.agent_id,
  run.agent_version_id,
  run.created_at.toISOString(),
  safeText(run.called_number ?? ""),
  safeText(run.disposition ?? run.outcome ?? ""),
  run.duration_seconds,
  ...variables.map((name) => cellOf(run.gathered_context[name])),
  cellOf(run.gathered_context["call_tags"]),
  linkOf(run, "transcript"),
  linkOf(run, "recording"),
  run.outcome,
  run.attempt,
];

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return safeText(value.join(", "));
  return safeText(JSON.stringify(value));
};

const STARTS_A_FORMULA = /^[=+\-@\t\r\n]/;
/** Telephone numbers and plain numbers begin with a sign, compute nothing, and must stay what they are. */
const IS_A_NUMBER = /^[+-]?\d{1,20}(\.\d{1,20})?$/;

/** Text that a spreadsheet program does not take for a formula: what might be one gets an apostrophe in front. */
export const safeText = (text: string): string =>
  STARTS_A_FORMULA.test(text) && !IS_A_NUMBER.test(text) ? `'${text}` : text;
