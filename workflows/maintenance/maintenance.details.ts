import { formatInstant } from "../instant.ts";
import { SEARCH_DESCRIPTIONS, type Search } from "./maintenance.contract.ts";

/** The repairs of each search in a round; null: it failed, and the next round searches again. */
export type Findings = Record<Search, number | null>;

export interface MaintenanceDetails {
  rounds: number;
  lastRoundAtMs: number;
  last: Findings;
  /** The sum over all rounds of this workflow. */
  total: Record<Search, number>;
}

/** The Temporal UI sets columns without a space between them. */
const GAP = "\u2003";

/** Describes maintenance for operators in the Temporal UI; Markdown. */
export const describeMaintenance = ({ rounds, lastRoundAtMs, last, total }: MaintenanceDetails): string =>
  [
    `### ${sum(total) === 0 ? "Nothing had to be mended" : `${sum(total)} mended`} in ${rounds === 1 ? "1 round" : `${rounds} rounds`}`,
    "Once a minute the rows of all organizations are searched for work that a crash, or a workflow ended by hand, left behind.",
    table(last, total),
    `Last round at ${formatInstant(lastRoundAtMs)}.`,
  ].join("\n\n");

const table = (last: Findings, total: Record<Search, number>): string => {
  const rows = listSearches().map(
    (search) =>
      `| ${SEARCH_DESCRIPTIONS[search]} | ${GAP}${last[search] ?? "failed, searched again in a minute"} | ${GAP}${total[search]} |`,
  );
  return ["| what | in the last round | in all |", "|---|---|---|", ...rows].join("\n");
};

export const listSearches = (): Search[] =>
  Object.keys(SEARCH_DESCRIPTIONS).filter((name): name is Search => name in SEARCH_DESCRIPTIONS);

const sum = (total: Record<Search, number>): number => Object.values(total).reduce((a, b) => a + b, 0);
