import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ChaosOptions, ChaosScenario } from "./chaos-scenario.ts";

/** A fault of a command line, as a sentence. */
export class UsageError extends Error {}

export interface ChaosArguments extends Omit<ChaosOptions, "say" | "size"> {
  /** Null: the usual size of each scenario. */
  size: number | null;
  scenarios: readonly ChaosScenario[];
  help: boolean;
}

/** A campaign of less than a hundred contacts is over before much is broken: its judge says so. */
const SMALLEST_SIZE = 20;
const LARGEST_SIZE = 20_000;

export const usage = (scenarios: readonly ChaosScenario[]): string =>
  `npm run chaos -- [scenario …] [--size N] [--minutes 2] [--hours 4] [--organizations 1] [--seed 1] [--seeds 5] [--keep] [--in FOLDER] [--from FILE]
Scenarios: ${scenarios.map(({ name, title }) => `\n  ${name.padEnd(14)}${title}`).join("")}
Without a scenario all of them run but the soak, one after another.
  --size     contacts of the campaign or requests, ${SMALLEST_SIZE} to ${LARGEST_SIZE}; usually 2000, and 500 requests
  --minutes  how long its dialling alone would take; kills, pauses and the closed window come on top
  --hours    how long a soak lasts; 0.2 for a quick look
  --organizations
             how many of them make the traffic of a soak beside each other: with 3, an hour has the acts of three
  --in       the folder in which a soak keeps data and record, and goes on with those that are there: hours add up over
             several runs, and are judged as one curve
  --from     the record of a soak, also of one that goes on: its table is made from it, and nothing is run
  --seed     the first seed: what is killed, listed and paused, and when, follows from it
  --seeds    how many seeds, each a run and a row of the table
  --keep     leaves the data folders and their logs where they are
The exit status is 0 only if every promise was kept.`;

/** @throws UsageError */
export const readArguments = (scenarios: readonly ChaosScenario[], args: readonly string[]): ChaosArguments => {
  const { values, positionals } = parsed(args);
  const named = chosen(scenarios, positionals);
  return {
    scenarios: named,
    from: recordOf(values.from, named),
    in: folderOf(values.in, { named, from: values.from }),
    size:
      values.size === undefined
        ? null
        : wholeNumber("--size", values.size, { least: SMALLEST_SIZE, most: LARGEST_SIZE }),
    seed: wholeNumber("--seed", values.seed, { least: 0, most: 2 ** 31 }),
    seeds: wholeNumber("--seeds", values.seeds, { least: 1, most: 1000 }),
    minutes: minutesOf(values.minutes),
    hours: hoursOf(values.hours),
    organizations: wholeNumber("--organizations", values.organizations, { least: 1, most: 20 }),
    keep: values.keep,
    help: values.help,
  };
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        size: { type: "string" },
        minutes: { type: "string", default: "2" },
        hours: { type: "string", default: "4" },
        organizations: { type: "string", default: "1" },
        seed: { type: "string", default: "1" },
        seeds: { type: "string", default: "5" },
        from: { type: "string" },
        in: { type: "string" },
        keep: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

const chosen = (scenarios: readonly ChaosScenario[], names: readonly string[]): readonly ChaosScenario[] => {
  const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown.length > 0) throw new UsageError(`There is no scenario ${unknown.join(", ")}.`);
  return names.length === 0
    ? scenarios.filter(({ runsOnlyByName }) => !runsOnlyByName)
    : scenarios.filter(({ name }) => names.includes(name));
};

const folderOf = (
  folder: string | undefined,
  { named, from }: { named: readonly ChaosScenario[]; from: string | undefined },
): string | null => {
  if (folder === undefined) return null;
  if (!isSoakAlone(named)) throw new UsageError("--in belongs to `soak` alone.");
  if (from !== undefined) throw new UsageError("--from runs nothing, and --in does: give one of them.");
  return resolve(folder);
};

const isSoakAlone = (named: readonly ChaosScenario[]): boolean => named.length === 1 && named[0]?.name === "soak";

const recordOf = (file: string | undefined, named: readonly ChaosScenario[]): string | null => {
  if (file === undefined) return null;
  if (!isSoakAlone(named)) throw new UsageError("--from belongs to `soak` alone.");
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  return file;
};

const wholeNumber = (option: string, text: string, { least, most }: { least: number; most: number }): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`${option} is a whole number from ${least} to ${most}.`);
  return value;
};

const minutesOf = (text: string): number => {
  const minutes = Number(text);
  if (!(minutes >= 0.5 && minutes <= 120)) throw new UsageError("--minutes is a number from 0.5 to 120.");
  return minutes;
};

const hoursOf = (text: string): number => {
  const hours = Number(text);
  if (!(hours > 0 && hours <= 200)) throw new UsageError("--hours is a number above 0, at most 200.");
  return hours;
};
