import { KILLABLE, type Killable, type Killing } from "./killer.ts";
import type { Verdict } from "./verdict.ts";

/** One run of a campaign under chaos, for the table. */
export interface ChaosResult {
  name: string;
  contacts: number;
  /** Requests that the carrier made a call of. */
  calls: number;
  kills: readonly Killing[];
  /** The time from the start command until the campaign was over, with every outage, pause and closed window. */
  tookMs: number;
  verdict: Verdict;
}

const HEADINGS = [
  "seed",
  "contacts",
  "calls",
  ...KILLABLE.map((part) => `kills of ${part}`),
  "dialled twice",
  "dialled after do-not-call",
  "withdrawn consent dialled",
  "dialled while paused",
  "outside the window",
  "budget overdrawn",
  "contacts lost",
  "counters off",
  "minutes",
  "calls/s",
];

const EXAMPLES = 5;

/** Returns the results as a Markdown table, its columns in line for a terminal. */
export const chaosTable = (results: readonly ChaosResult[]): string => markdownTable(HEADINGS, results.map(cellsOf));

export const markdownTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(headings), rule, ...rows.map(line)].join("\n");
};

const cellsOf = ({ name, contacts, calls, kills, tookMs, verdict }: ChaosResult): string[] => [
  name,
  String(contacts),
  String(calls),
  ...KILLABLE.map((part) => String(countKills(kills, part))),
  String(verdict.dialledTwice.length),
  String(verdict.dialledAfterDoNotCall.length),
  String(verdict.withdrawnConsentDialled.length),
  String(verdict.dialledWhilePaused.length),
  String(verdict.dialledOutsideWindow.length),
  String(verdict.budgetOverdrawn.length),
  String(verdict.lost.length),
  String(verdict.countersOff.length),
  (tookMs / 60_000).toFixed(1),
  (calls / (tookMs / 1000)).toFixed(1),
];

export const countKills = (kills: readonly Killing[], part: Killable) =>
  kills.filter((each) => each.part === part).length;

export const describeBreaches = (verdict: Verdict): string => listBreaches({ ...verdict });

/** Lists the first few entries behind each figure that is not zero. */
export const listBreaches = (verdict: object): string => {
  const breaches = Object.entries(verdict).filter(([, found]: [string, string[]]) => found.length > 0);
  if (breaches.length === 0) return "Every promise was kept.";
  return breaches
    .map(([name, found]: [string, string[]]) => {
      const more = found.length > EXAMPLES ? [`… and ${found.length - EXAMPLES} more`] : [];
      return [`${name}: ${found.length}`, ...found.slice(0, EXAMPLES), ...more].join("\n    ");
    })
    .join("\n  ");
};
