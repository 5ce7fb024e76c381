import { drawTable } from "../harness/printed-table.ts";
import type { ChaosOutcome } from "./chaos-scenario.ts";
import { findSoakFault, judgeSoak, type SoakCurve } from "./soak-judge.ts";
import { soakMeasures } from "./soak-measures.ts";
import type { SoakLine } from "./soak-record.ts";

const MINUTE_MS = 60_000;
const COLUMNS = 10;
const FAILURES_SHOWN = 5;

/** Draws what a soak has shown until its last line, and judges it. */
export const reportSoak = (lines: readonly SoakLine[]): ChaosOutcome => {
  const measures = soakMeasures([...new Set(lines.flatMap(({ values }) => Object.keys(values)))]);
  const levels = measures.filter(({ kind }) => kind === "level").map(({ name }) => name);
  const curve = drawCurve(lines, levels);
  const failures = lines.flatMap((line) => line.failures);
  const fault = findSoakFault(lines);
  if (fault !== undefined)
    return { table: [curve, describeActs(lines), `Not judged: ${fault}.`].join("\n\n"), holds: false };
  const curves = judgeSoak(lines, measures);
  return {
    table: [curve, drawJudgement(curves), describeActs(lines)].join("\n\n"),
    holds: failures.length === 0 && curves.every(({ isFlat }) => isFlat),
  };
};

/** Draws the levels over time: a row for each, and a column for each tenth of the soak. */
const drawCurve = (lines: readonly SoakLine[], levels: readonly string[]): string => {
  const start = lines[0]?.atMs ?? 0;
  const shown = lines.filter((_, at) => isShown(at, lines.length));
  const head = ["minute", ...shown.map(({ atMs }) => String(Math.round((atMs - start) / MINUTE_MS)))];
  const rows = levels.map((name) => [name, ...shown.map(({ values }) => rounded(values[name]))]);
  return drawTable(head, [...rows, ["acts so far", ...shown.map(({ acts }) => String(acts))]]);
};

const isShown = (at: number, count: number): boolean =>
  at === 0 || Math.floor((at * COLUMNS) / (count - 1)) > Math.floor(((at - 1) * COLUMNS) / (count - 1));

const drawJudgement = (curves: readonly SoakCurve[]): string =>
  drawTable(
    ["measured", "after warm-up", "middle", "end", "growth", "flat"],
    // A table that nothing was added to says nothing.
    curves.filter(({ kind, first, last }) => kind === "level" || first !== last).map(rowOf),
  );

const rowOf = ({ name, kind, first, middle, last, growth, isFlat }: SoakCurve): string[] => [
  name,
  ...[first, middle, last].map(rounded),
  kind === "level" ? `${growth >= 0 ? "+" : ""}${rounded(growth)}` : describeCost(growth),
  isFlat ? "yes" : "NO",
];

const describeCost = (growth: number): string => (Number.isFinite(growth) ? `${growth.toFixed(2)}× per act` : "new");

/** Tenths matter where there is little: the memory of one connection. */
const rounded = (value: number | undefined): string =>
  value === undefined ? "–" : Math.abs(value) < 20 ? String(Number(value.toFixed(1))) : String(Math.round(value));

const describeActs = (lines: readonly SoakLine[]): string => {
  const failures = lines.flatMap((line) => line.failures);
  const acts = Object.entries(lines.at(-1)?.done ?? {}).map(([name, count]) => `${count} × ${name}`);
  const failed =
    failures.length === 0
      ? "no act failed."
      : `failed acts: ${failures.length}\n${failures.slice(0, FAILURES_SHOWN).map(shortened).join("\n")}`;
  return `${acts.join(", ")}; ${failed}`;
};

/** The record has the whole of it. */
const shortened = (failure: string): string => `- ${failure.split("\n", 1).join("")}`;
