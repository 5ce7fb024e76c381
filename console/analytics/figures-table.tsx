import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CallFigures } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import table from "../ui/table.module.css";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { type Measure, nameDimension, nameMeasure, nameValue, type Row, sayAmount, sayShare } from "./name-figures.ts";

/** Leads to the calls that a figure counts. */
export const BehindFigure = ({ query, children }: { query: string; children: ReactNode }) => (
  <Link className={table.link} to="/calls" search={{ figure: query }}>
    {children}
  </Link>
);

/** Shows the figures in rows, each a link to its calls. */
export const FiguresTable = ({ data: { rows, by, measures } }: { data: CallFigures }) => (
  <Card title={words.analytics.table} count={rows.length} isFlush>
    <DataTable
      label={words.analytics.table}
      columns={[...by.map(dimensionColumn), CALLS, ...measures.flatMap(measureColumns)]}
      rows={rows}
      keyOf={({ by }) => JSON.stringify(by.map(({ value }) => value))}
    />
  </Card>
);

const dimensionColumn = (dimension: string, at: number): Column<Row> => ({
  name: nameDimension(dimension),
  cell: ({ by }) => {
    const value = by[at];
    return value === undefined ? null : nameValue(dimension, value);
  },
});

const CALLS: Column<Row> = {
  name: words.analytics.allCalls,
  isNumber: true,
  cell: (row) => <BehindFigure query={row.calls_query}>{formatWhole(row.calls)}</BehindFigure>,
};

const AMOUNTS = ["mean", "p50", "p95"] as const;

/** All calls have a column of their own. */
const measureColumns = (measure: Measure, at: number): Column<Row>[] => {
  if (measure.name === "calls") return [];
  const name = nameMeasure(measure.name);
  const cell = (say: (figure: Row["figures"][number]) => string) => (row: Row) => {
    const figure = row.figures[at];
    return figure === undefined ? null : <BehindFigure query={figure.calls_query}>{say(figure)}</BehindFigure>;
  };
  if (measure.kind === "count")
    return [
      { name, isNumber: true, cell: cell(({ calls }) => formatWhole(calls)) },
      { name: `${name}: ${words.analytics.figure.share}`, isNumber: true, cell: cell(sayShare) },
    ];
  return [
    { name: `${name}: ${words.analytics.figure.of}`, isNumber: true, cell: cell(({ calls }) => formatWhole(calls)) },
    ...AMOUNTS.map((amount) => ({
      name: `${name}: ${words.analytics.figure[amount]}`,
      isNumber: true,
      cell: cell((figure) => sayAmount(figure[amount], measure.unit)),
    })),
  ];
};
