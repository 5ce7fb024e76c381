import { type RawBuilder, sql } from "kysely";
import {
  type DateRange,
  instantOf,
  isDay,
  rangeCondition,
  type RunFilter,
  spellingsOf,
  TOKENS_USED,
} from "./run-filters.ts";
import type { RunScope, RunSelection } from "./run-selection.ts";

/** Runs whose totals the kept counts tell: of whole days, and of kinds that are told apart there. */
export interface KeptPart {
  scope: RunScope;
  conditions: RawBuilder<boolean>[];
}

/** A selection as parts without overlap: what is kept, and what has to be counted run by run. */
export interface SelectionParts {
  kept: KeptPart | null;
  counted: RunSelection[];
}

/**
 * Takes a selection apart. Durations, numbers and single runs are counted run by run, each filter of them with an index
 * or rarely asked for; of a range that begins or ends within a day, only what is in that day.
 */
export const partsOf = (selection: RunSelection): SelectionParts => {
  const scope = narrowedScope(selection);
  const ranges = selection.filters.flatMap((filter) => (filter.attribute === "dateRange" ? [filter.value] : []));
  const others = selection.filters.filter(({ attribute }) => attribute !== "dateRange");
  const conditions = others.map(keptCondition);
  const known = conditions.filter((condition) => condition !== null);
  if (scope === null || known.length < conditions.length || ranges.length > 1)
    return { kept: null, counted: [selection] };
  const { days, edges } = splitRange(ranges[0] ?? {});
  return {
    kept: days && { scope, conditions: [...known, ...dayConditions(days)] },
    counted: edges.map((value) => ({ ...selection, filters: [...others, { attribute: "dateRange", value }] })),
  };
};

/** Null: no single scope; an agent's runs of one campaign are kept with neither. */
const narrowedScope = ({ scope, filters }: RunSelection): RunScope | null => {
  const narrower = filters.flatMap((filter): RunScope[] => {
    if (filter.attribute === "workflowId") return [{ agentId: filter.value.value }];
    if (filter.attribute === "campaignId") return [{ campaignId: filter.value.value }];
    return [];
  });
  if (narrower.length === 0) return scope;
  return "all" in scope && narrower.length === 1 ? (narrower[0] ?? null) : null;
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
    case "tokenUsage":
      return rangeCondition(TOKENS_USED, filter.value);
    case "callDirection":
      return sql`direction = ${filter.value.status}`;
    case "callChannel":
      return sql`channel = ${filter.value.status}`;
    case "dateRange":
    case "duration":
    case "callerNumber":
    case "calledNumber":
    case "runId":
      return null;
  }
};

/** Days in UTC, YYYY-MM-DD, both included; null: no bound. */
interface Days {
  from: string | null;
  through: string | null;
}

const dayConditions = ({ from, through }: Days): RawBuilder<boolean>[] => [
  ...(from === null ? [] : [sql<boolean>`day >= ${from}::date`]),
  ...(through === null ? [] : [sql<boolean>`day <= ${through}::date`]),
];

const DAY_MS = 86_400_000;

/** The whole days of a range, null when it has none, and what is left of the days that it begins and ends in. */
export const splitRange = (range: DateRange): { days: Days | null; edges: DateRange[] } => {
  const start = range.from ? startOf(range.from) : null;
  const end = range.to ? endOf(range.to) : null;
  const isWhole = (start?.isWhole ?? true) && (end?.isWhole ?? true);
  if (start && end && (start.day > end.day || (start.day === end.day && !isWhole)))
    return { days: null, edges: [range] };
  const from = start && (start.isWhole ? start.day : dayBeside(start.day, 1));
  const through = end && (end.isWhole ? end.day : dayBeside(end.day, -1));
  return {
    days: from !== null && through !== null && from > through ? null : { from, through },
    edges: [
      ...(start && !start.isWhole ? [{ from: range.from, to: start.day }] : []),
      ...(end && !end.isWhole ? [{ from: end.day, to: range.to }] : []),
    ],
  };
};

const startOf = (from: string) => {
  const instant = instantOf(from);
  return { day: dayOf(instant), isWhole: instant.getTime() % DAY_MS === 0 };
};

/** A day ends with itself, an instant within its day. */
const endOf = (to: string) => ({ day: dayOf(instantOf(to)), isWhole: isDay(to) });

const dayBeside = (day: string, distance: number): string =>
  dayOf(new Date(instantOf(day).getTime() + distance * DAY_MS));
const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
