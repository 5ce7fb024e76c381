import { type AskedMeasure, writeDimension, writeMeasure } from "../../../domain/analytics/measures.rules.ts";
import { computePeriod, type TimeSpan } from "../../../domain/time/local-days.ts";
import { readBounds } from "../../../infra/postgres/call/run-conditions.ts";
import type { ReadQuestion } from "./read-question.ts";

/** Returns a function that gives the query of the list of calls that lists the calls of a row which a measure counts. */
export const createCallsQuery = (question: ReadQuestion) => {
  const own = readOwnFilters(question.asked.filters);
  return (values: readonly (string | null)[], measure: AskedMeasure | null): string => {
    const { workflow_id, campaign_id, phone_number, outcome, disposition, status, call_direction, environment } =
      question.asked;
    const filters = [...own, ...dimensionFilters(question, values), ...measureFilters(measure)];
    const parameters = {
      workflow_id: workflow_id ?? idAmong(question, values, "agent"),
      campaign_id: campaign_id ?? idAmong(question, values, "campaign"),
      ...{ phone_number, outcome, disposition, status, call_direction, environment },
      ...narrowSpan(question, values),
      filters: filters.length === 0 ? undefined : JSON.stringify(filters),
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    return query.toString();
  };
};

const readOwnFilters = (json: string | null | undefined): unknown[] => {
  const filters: unknown = json ? JSON.parse(json) : [];
  return Array.isArray(filters) ? filters : [];
};

const dimensionFilters = ({ by, timezone }: ReadQuestion, values: readonly (string | null)[]) =>
  values.flatMap((is, at) => {
    const dimension = by[at];
    if (dimension === undefined) return [];
    return [{ attribute: "dimension", value: { by: writeDimension(dimension), is, timezone } }];
  });

const measureFilters = (measure: AskedMeasure | null) =>
  measure === null || measure.name === "calls" ? [] : [{ attribute: "measure", value: { of: writeMeasure(measure) } }];

/** The list finds the calls of an agent or a campaign by an index when it is asked for them by this name. */
const idAmong = ({ by }: ReadQuestion, values: readonly (string | null)[], name: "agent" | "campaign") => {
  const at = by.findIndex((dimension) => dimension.name === name);
  return at === -1 ? undefined : values[at];
};

/** The span of the question within the row's day, week or month, so that the list need not read the rest. It may be a moment longer. */
const narrowSpan = (question: ReadQuestion, values: readonly (string | null)[]) => {
  const { start_date, end_date } = question.asked;
  const { from, until } = readBounds(question.range);
  const periods = periodsOf(question, values);
  const begins = periods.map((period) => period.from).filter((at) => from === null || at > from);
  const ends = periods.map((period) => period.until).filter((at) => until === null || at < until);
  return {
    start_date: begins.length === 0 ? start_date : latest(begins),
    end_date: ends.length === 0 ? end_date : earliest(ends),
  };
};

const latest = (times: readonly Date[]) => new Date(Math.max(...times.map((at) => at.getTime()))).toISOString();
const earliest = (times: readonly Date[]) => new Date(Math.min(...times.map((at) => at.getTime()))).toISOString();

const periodsOf = ({ by, timezone }: ReadQuestion, values: readonly (string | null)[]): TimeSpan[] =>
  by.flatMap(({ name }, at) => {
    const value = values[at] ?? null;
    const isPeriod = name === "day" || name === "week" || name === "month";
    return isPeriod && value !== null ? [computePeriod(name, value, timezone)] : [];
  });
