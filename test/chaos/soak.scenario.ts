import { setTimeout as delay } from "node:timers/promises";
import { drawTable } from "../harness/printed-table.ts";
import { openTestStack } from "../harness/test-stack.ts";
import type { ChaosOptions, ChaosOutcome, ChaosScenario } from "./chaos-scenario.ts";
import { judgeSoak, type SoakCurve, type SoakSample } from "./soak-judge.ts";
import { openSoakReader, soakMeasures } from "./soak-samples.ts";
import { type SoakTraffic, startSoakTraffic } from "./soak-traffic.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SAMPLES = 60;
const TOLD_EVERY = 10;
const CURVE_EVERY = 6;

export const soakScenario: ChaosScenario = {
  name: "soak",
  title: "hours of steady traffic of every kind: nothing grows but what the traffic adds (--hours)",
  usualSize: 0,
  runsOnlyByName: true,
  run: async (options) => {
    const stack = await openTestStack({ OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1" });
    try {
      const reader = await openSoakReader(stack.running);
      const traffic = await startSoakTraffic(stack.running);
      try {
        const samples = await sample({ traffic, read: () => reader.read() }, options);
        return outcomeOf(samples, traffic);
      } finally {
        await traffic.stop();
        await reader.close();
      }
    } finally {
      await stack.close({ keepData: options.keep });
    }
  },
};

const sample = async (
  { traffic, read }: { traffic: SoakTraffic; read: () => Promise<Record<string, number>> },
  { hours, say }: ChaosOptions,
): Promise<SoakSample[]> => {
  const samples: SoakSample[] = [];
  for (let number = 0; number <= SAMPLES; number += 1) {
    const values = await read();
    samples.push({ atMs: Date.now(), acts: actsDone(traffic), values });
    if (number % TOLD_EVERY === 0)
      say(
        `${Math.round((number / SAMPLES) * 100)} %: ${actsDone(traffic)} acts, api ${values["api memory, MB"] ?? "?"} MB, worker ${values["worker memory, MB"] ?? "?"} MB`,
      );
    if (number < SAMPLES) await delay((hours * HOUR_MS) / SAMPLES);
  }
  return samples;
};

const actsDone = ({ done }: SoakTraffic): number => Object.values(done).reduce((sum, count) => sum + count, 0);

const outcomeOf = (samples: readonly SoakSample[], { done, failures }: SoakTraffic): ChaosOutcome => {
  const names = Object.keys(samples.at(-1)?.values ?? {});
  const curves = judgeSoak(samples, soakMeasures(names));
  // A table that nothing was added to says nothing.
  const told = curves.filter(({ kind, first, last }) => kind === "level" || first !== last);
  const acts = Object.entries(done).map(([name, count]) => `${count} × ${name}`);
  const table = drawTable(["measured", "after warm-up", "middle", "end", "growth", "flat"], told.map(rowOf));
  const failed = failures.length === 0 ? "no act failed" : `${failures.length} acts failed: ${failures[0]}`;
  return {
    table: `${drawCurves(samples, curves)}\n\n${table}\n\n${acts.join(", ")}; ${failed}.`,
    holds: failures.length === 0 && curves.every(({ isFlat }) => isFlat),
  };
};

/** Draws the levels over time: a row for each, and a column for each tenth of the soak. */
const drawCurves = (samples: readonly SoakSample[], curves: readonly SoakCurve[]): string => {
  const start = samples[0]?.atMs ?? 0;
  const shown = samples.filter((_, number) => number % CURVE_EVERY === 0);
  const head = ["minute", ...shown.map(({ atMs }) => String(Math.round((atMs - start) / MINUTE_MS)))];
  const rows = curves
    .filter(({ kind }) => kind === "level")
    .map(({ name }) => [name, ...shown.map(({ values }) => String(Math.round(values[name] ?? 0)))]);
  return drawTable(head, [...rows, ["acts so far", ...shown.map(({ acts }) => String(acts))]]);
};

const rowOf = ({ name, kind, first, middle, last, growth, isFlat }: SoakCurve): string[] => [
  name,
  ...[first, middle, last].map((value) => String(Math.round(value))),
  kind === "level"
    ? `${growth >= 0 ? "+" : ""}${Math.round(growth)}`
    : Number.isFinite(growth)
      ? `${growth.toFixed(2)}× per act`
      : "new",
  isFlat ? "yes" : "NO",
];
