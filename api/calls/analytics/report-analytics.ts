import {
  type AskedDimension,
  type AskedMeasure,
  DIMENSIONS,
  describeMeasure,
  writeDimension,
  writeMeasure,
} from "../../../domain/analytics/measures.rules.ts";
import { MOST_ROWS_OF_FILE } from "../../../domain/analytics/question.rules.ts";
import type { CallGroup, Figure } from "../../../infra/postgres/call/analytics.repository.ts";
import type { NamedValue } from "../../../infra/postgres/call/named-values.repository.ts";
import type { Cell } from "../../../infra/xlsx/xlsx-parts.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { answerWithTable, buildCell, escapeFormula } from "../../http/table-file.ts";
import type { analyticsReportQuery } from "./analytics.schemas.ts";
import { type Answered, answerQuestion } from "./answer-question.ts";

/** Answers with the figures of a question as a file: one line for each group, or one for everything where nothing is grouped. */
export const reportAnalytics = async (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof analyticsReportQuery }>,
) => {
  const { format, ...question } = query;
  const answered = await answerQuestion(context, question, MOST_ROWS_OF_FILE);
  return answerWithTable({ filename: "analytics", format, sheetName: "Analytics", rows: rowsOf(answered) });
};

async function* rowsOf({ question: { by, measures }, groups, total }: Answered): AsyncGenerator<Cell[]> {
  yield [...by.flatMap(headersOf), "calls", ...measures.flatMap(columnsOf)];
  const rows = by.length === 0 ? [{ ...total, named: [] }] : groups;
  for (const row of rows)
    yield [...by.flatMap((each, at) => cellsOf(each, row.named[at])), row.calls, ...figuresOf(row, measures)];
}

const hasName = ({ name }: AskedDimension): boolean => name !== "variable" && DIMENSIONS[name].kind === "row";

const headersOf = (dimension: AskedDimension): Cell[] => {
  const name = escapeFormula(writeDimension(dimension));
  return hasName(dimension) ? [`${name}_id`, name] : [name];
};

const cellsOf = (dimension: AskedDimension, named: NamedValue | undefined): Cell[] =>
  hasName(dimension)
    ? [named?.value == null ? null : Number(named.value), buildCell(named?.name)]
    : [buildCell(named?.value)];

const AMOUNTS = ["sum", "mean", "p50", "p95"] as const satisfies readonly (keyof Figure)[];

/** All calls have a column of their own, before the measures. */
const columnsOf = (measure: AskedMeasure): Cell[] => {
  const name = escapeFormula(writeMeasure(measure));
  if (measure.name === "calls") return [];
  return describeMeasure(measure).kind === "count"
    ? [name, `${name} share`]
    : [`${name} calls`, ...AMOUNTS.map((amount) => `${name} ${amount}`)];
};

const figuresOf = ({ calls, figures }: CallGroup, measures: readonly AskedMeasure[]): Cell[] =>
  measures.flatMap((measure, at): Cell[] => {
    const figure = figures[at];
    if (figure === undefined || measure.name === "calls") return [];
    if (describeMeasure(measure).kind === "count") return [figure.calls, calls === 0 ? null : figure.calls / calls];
    return [figure.calls, ...AMOUNTS.map((amount) => figure[amount])];
  });
