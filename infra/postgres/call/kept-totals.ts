import { type RawBuilder, sql } from "kysely";
import { liesIn, type RangeParts, type Span, splitRange } from "./range-parts.ts";
import { type RunFilter, spellingsOf } from "./run-filters.ts";
import { narrowedScope, type RunScope, type RunSelection } from "./run-selection.ts";

/** Runs whose totals the kept counts tell: of whole hours, and of kinds that are told apart there. */
export interface KeptPart {
  scope: RunScope;
  conditions: RawBuilder<boolean>[];
  /** The rows of `run_counts` that make it up, and of `run_count_changes`. */
  periods: RawBuilder<boolean>;
  span: RawBuilder<boolean>;
}

/** A selection as parts without overlap: what is kept, and what has to be counted run by run. */
export interface SelectionParts {
  kept: KeptPart | null;
  counted: (RunSelection & { within: RawBuilder<boolean> })[];
}

/**
 * Takes a selection apart. Durations, numbers and single runs are counted run by run, they are rarely asked for; of a
 * range that begins or ends within an hour, only what is in that hour.
 */
export const partsOf = (selection: RunSelection): SelectionParts => {
  const scope = narrowedScope(selection);
  const ranges = selection.filters.flatMap((filter) => (filter.attribute === "dateRange" ? [filter.value] : []));
  const others = selection.filters.filter(({ attribute }) => attribute !== "dateRange");
  const conditions = others.map(keptCondition);
  const known = conditions.filter((condition) => condition !== null);
  if (scope === null || known.length < conditions.length || ranges.length > 1)
    return { kept: null, counted: [{ ...selection, within: sql`true` }] };
  const parts = splitRange(ranges[0] ?? {});
  return {
    kept: parts.whole && {
      scope,
      conditions: known,
      periods: periodsOf(parts),
      span: liesIn("starts_at", parts.whole),
    },
    counted: parts.rest.map((span) => ({
      ...selection,
      filters: others,
      within: liesIn("call_runs.created_at", span),
    })),
  };
};

/** The rows of `run_counts` that make a range up. */
export const periodsOf = ({ days, hours }: RangeParts): RawBuilder<boolean> => {
  const inPeriod = (period: "day" | "hour", span: Span) => sql`(period = ${period} and ${liesIn("starts_at", span)})`;
  const spans = [...(days ? [inPeriod("day", days)] : []), ...hours.map((span) => inPeriod("hour", span))];
  return sql`(${sql.join(spans, sql` or `)})`;
};

/** Null: the kept counts do not tell this apart. */
const keptCondition = (filter: RunFilter): RawBuilder<boolean> | null => {
  switch (filter.attribute) {
    case "workflowId":
    case "campaignId":
      return sql`true`;
    case "dispositionCode":
      return sql`conclusion = any(${filter.value.codes.flatMap(spellingsOf)})`;
    case "status":
      return sql`is_over = ${filter.value.status === "completed"}`;
    case "callDirection":
      return sql`direction = ${filter.value.status}`;
    case "callChannel":
      return sql`channel = ${filter.value.status}`;
    case "dateRange":
    case "duration":
    case "tokenUsage":
    case "callerNumber":
    case "calledNumber":
    case "runId":
    case "outcome":
      return null;
  }
};
