import { type RawBuilder, sql } from "kysely";
import { isInRange, type RangeParts, type Span, splitRange } from "./range-parts.ts";
import { listSpellings } from "./run-conditions.ts";
import type { RunFilter } from "./run-filters.ts";
import { narrowScope, type RunScope, type RunSelection } from "./run-selection.ts";

/** The part of a selection that the stored counts cover: whole hours, and kinds that are counted separately. */
export interface KeptPart {
  scope: RunScope;
  conditions: RawBuilder<boolean>[];
  /** The rows of `run_counts` and of `run_count_changes` that make it up. */
  periods: RawBuilder<boolean>;
  span: RawBuilder<boolean>;
}

/** A selection as parts without overlap: one from stored counts, and those to count run by run. */
export interface SelectionParts {
  kept: KeptPart | null;
  counted: (RunSelection & { within: RawBuilder<boolean> })[];
}

/**
 * Splits a selection. Durations, numbers and single runs are rarely requested and are counted run by run; of a range
 * that begins or ends within an hour, only the runs in that hour.
 */
export const splitSelection = (selection: RunSelection): SelectionParts => {
  const scope = narrowScope(selection);
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
      periods: selectPeriods(parts),
      span: isInRange("starts_at", parts.whole),
    },
    counted: parts.rest.map((span) => ({
      ...selection,
      filters: others,
      within: isInRange("call_runs.created_at", span),
    })),
  };
};

/** Selects the rows of `run_counts` that make up a range. */
export const selectPeriods = ({ days, hours }: RangeParts): RawBuilder<boolean> => {
  const inPeriod = (period: "day" | "hour", span: Span) =>
    sql`(period = ${period} and ${isInRange("starts_at", span)})`;
  const spans = [...(days ? [inPeriod("day", days)] : []), ...hours.map((span) => inPeriod("hour", span))];
  return sql`(${sql.join(spans, sql` or `)})`;
};

/** Returns null when the stored counts do not distinguish this. */
const keptCondition = (filter: RunFilter): RawBuilder<boolean> | null => {
  switch (filter.attribute) {
    case "workflowId":
    case "campaignId":
      return sql`true`;
    case "dispositionCode":
      return sql`conclusion = any(${filter.value.codes.flatMap(listSpellings)})`;
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
    case "phoneNumber":
    case "calledNumber":
    case "runId":
    case "environment":
    case "outcome":
    case "answeredBy":
    case "definitionId":
    case "dimension":
    case "measure":
      return null;
  }
};
