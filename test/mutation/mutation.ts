import { join } from "node:path";
import { describeStackError } from "../../infra/local/failure.ts";
import { drawTable } from "../harness/printed-table.ts";
import { listMutants } from "./chosen-mutants.ts";
import { type MutationArguments, readArguments, usage } from "./mutation-arguments.ts";
import { type AreaOutcome, describeMutant, tryArea } from "./try-area.ts";

const ROOT = join(import.meta.dirname, "../..");

const say = (line: string): void => console.log(line);

const list = ({ areas, ...choice }: MutationArguments): void => {
  for (const area of areas) for (const mutant of listMutants(ROOT, area, choice).chosen) say(describeMutant(mutant));
};

const mutation = async ({ areas, ...options }: MutationArguments): Promise<void> => {
  const outcomes: AreaOutcome[] = [];
  for (const area of areas) outcomes.push(await tryArea(ROOT, area, { ...options, say }));
  for (const { area, survivors } of outcomes) {
    if (survivors.length > 0) say(`\nNobody noticed in ${area}:`);
    for (const mutant of survivors) say(`  ${describeMutant(mutant)}`);
  }
  say(`\n${tableOf(outcomes)}`);
};

const tableOf = (outcomes: readonly AreaOutcome[]): string =>
  drawTable(
    ["area", "faults", "tried", "equivalent", "noticed", "survived", "share noticed"],
    outcomes.map(({ area, places, tried, equivalent, survivors }) => {
      const real = tried - equivalent;
      const noticed = real - survivors.length;
      const share = real === 0 ? "" : `${Math.floor((100 * noticed) / real)} %`;
      return [area, ...[places, tried, equivalent, noticed, survivors.length].map(String), share];
    }),
  );

const readOrExplain = (): MutationArguments | undefined => {
  try {
    return readArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage()}\n`);
    process.exitCode = 2;
    return undefined;
  }
};

const args = readOrExplain();
if (args?.list) list(args);
else if (args) {
  try {
    await mutation(args);
  } catch (error) {
    const sentence = describeStackError(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}
