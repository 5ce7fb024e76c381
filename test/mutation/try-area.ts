import { readFileSync } from "node:fs";
import { join } from "node:path";
import globalSetup from "../harness/global-setup.ts";
import { neededParts } from "../harness/needed-parts.ts";
import { filesOf, listMutants, type MutantChoice } from "./chosen-mutants.ts";
import { whyEquivalent } from "./equivalent-faults.ts";
import type { Mutant } from "./fault.ts";
import { openKeptVerdicts } from "./kept-verdicts.ts";
import { MUTATION_AREAS, type MutationArea } from "./mutation-areas.ts";
import { probeOf, withProbes } from "./probes.ts";
import { copyProject, type ProjectCopy } from "./project-copy.ts";
import { type FileReach, openKeptReach, reachOf, readNotes } from "./reach.ts";
import { reachableModules } from "./reachable-modules.ts";
import { runTests } from "./run-tests.ts";
import { writeFaultyBundle } from "./write-faulty-bundle.ts";

export interface AreaOutcome {
  area: string;
  /** Faults that its files know. */
  places: number;
  tried: number;
  /** Tried faults without an observable change. */
  equivalent: number;
  survivors: readonly Mutant[];
}

export interface TryOptions extends MutantChoice {
  again: boolean;
  say(line: string): void;
}

/** The longest wait of a test: a fault may keep an event from coming, and a busy machine is no reason here. */
const PATIENCE_SECONDS = "20";
const LEAST_TIME_LIMIT_MS = 60_000;
const TIMES_AS_LONG = 4;

/** Makes faults in an area's files, one at a time, and tells which of them its tests do not notice. */
export const tryArea = async (
  root: string,
  area: MutationArea & { name: string },
  options: TryOptions,
): Promise<AreaOutcome> => {
  const { all, chosen } = listMutants(root, area, options);
  const verdicts = openKeptVerdicts(join(root, ".cache/mutation", `${area.name}.jsonl`));
  const real = chosen.filter((mutant) => whyEquivalent(mutant) === undefined);
  const equivalent = chosen.length - real.length;
  const open = real.filter((mutant) => options.again || verdicts.noticedBy(mutant) === undefined);
  options.say(
    `\n${area.name}: ${chosen.length} of ${all} faults, ${equivalent} of them equivalent, ${real.length - open.length} noticed before`,
  );
  const survivors: Mutant[] = [];
  if (open.length > 0) {
    await withTrial(root, area, async (trial) => {
      for (const mutant of open) {
        const noticedBy = await trial.noticedBy(mutant);
        if (noticedBy === undefined) survivors.push(mutant);
        else verdicts.keep(mutant, noticedBy);
        options.say(`${noticedBy === undefined ? "SURVIVED" : "noticed "} ${describeMutant(mutant)}`);
        if (noticedBy !== undefined) options.say(`           by ${noticedBy}`);
      }
    });
  }
  return { area: area.name, places: all, tried: chosen.length, equivalent, survivors };
};

export const describeMutant = ({ file, line, before, replacement }: Mutant): string => {
  const short = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 120);
  return `${file}:${line} ${short(before)} → ${short(replacement) || "(nothing)"}`;
};

interface Trial {
  noticedBy(mutant: Mutant): Promise<string | undefined>;
}

/** The servers start once; a first run without a fault shows that the tests pass, and which functions each test calls. */
const withTrial = async (root: string, area: MutationArea, work: (trial: Trial) => Promise<void>): Promise<void> => {
  const tests = filesOf(root, area.tests);
  globalThis.chosenTestFiles = tests.map((file) => join(root, file));
  await globalSetup();
  const copy = copyProject(root);
  const leave = () => process.exit(130);
  process.once("SIGINT", leave).once("SIGTERM", leave).once("exit", copy.remove);
  try {
    await work(trialOf(root, copy, await readReaches(root, copy, tests)));
  } finally {
    process.off("SIGINT", leave).off("SIGTERM", leave).off("exit", copy.remove);
    copy.remove();
    await globalThis.stopTestParts?.();
  }
};

/** Reads the reach of test files that are new or load something that has changed, by running them without a fault. */
const readReaches = async (
  root: string,
  copy: ProjectCopy,
  tests: readonly string[],
): Promise<ReadonlyMap<string, FileReach>> => {
  const kept = openKeptReach(root);
  const files = tests.filter((file) => kept.find(file) === undefined);
  if (files.length > 0) {
    const reachFile = join(copy.folder, "reach.jsonl");
    // Covers all areas at once, because many test files serve several of them.
    const sources = Object.values(MUTATION_AREAS).flatMap((area) => area.sources);
    copy.change(filesOf(root, sources), withProbes);
    for (const file of files) {
      // Each has a process of its own: otherwise it would reuse what an earlier one had evaluated or cached.
      const sound = await runTests({ folder: copy.folder, files: [file], env: {}, reachFile, timeoutMs: 20 * 60_000 });
      if (sound.verdict !== "passed") throw new Error(`The tests fail without any fault:\n${sound.output}`);
      const tests = readNotes(reachFile, copy.folder).get(file) ?? [];
      kept.keep(file, { took: sound.took.get(file) ?? 0, tests });
    }
    copy.mend();
  }
  const reaches = tests.map((file) => [file, kept.find(file) ?? NOTHING] as const);
  return new Map(reaches);
};

const NOTHING: FileReach = { took: 0, tests: [] };

const trialOf = (root: string, copy: ProjectCopy, files: ReadonlyMap<string, FileReach>): Trial => {
  const reach = reachOf(files);
  const tookOf = (file: string): number => files.get(file)?.took ?? 0;
  const bundled = reachableModules(root, "workflows/index.ts");
  /** How many faults of a file each test file has noticed so far: the one with the most is asked first. */
  const noticed = new Map<string, number>();
  const countOf = (mutant: Mutant, test: string) => noticed.get(`${mutant.file} ${test}`) ?? 0;
  const inOrder = (mutant: Mutant, tests: Iterable<string>): string[] =>
    [...tests].sort((a, b) => countOf(mutant, b) - countOf(mutant, a) || tookOf(a) - tookOf(b));
  /** The tests that call the function with the fault; where it stands outside all functions, those that load its file. */
  const testsFor = (mutant: Mutant) => {
    const key = probeOf(mutant, readFileSync(join(copy.folder, mutant.file), "utf8"));
    const tests = key === undefined ? reach.all() : reach.testsOf(key);
    const loading = [...tests.keys()].filter((file) => reachableModules(root, file).has(mutant.file));
    return {
      files: inOrder(mutant, loading),
      names: key === undefined ? undefined : [...new Set([...tests.values()].flat())],
    };
  };
  /** The tests whose workers load the bundle of workflows: no probe tells which functions these call. */
  const testsOfBundle = (mutant: Mutant): string[] =>
    bundled.has(mutant.file)
      ? inOrder(
          mutant,
          [...files.keys()].filter((file) => needsBundle(join(root, file))),
        )
      : [];
  const run = (files: readonly string[], names: readonly string[] | undefined, env: Record<string, string> = {}) =>
    runTests({
      folder: copy.folder,
      files,
      env: { TEST_PATIENCE_SECONDS: PATIENCE_SECONDS, ...env },
      timeoutMs: LEAST_TIME_LIMIT_MS + TIMES_AS_LONG * files.reduce((sum, file) => sum + tookOf(file), 0),
      ...(names && { names }),
    });
  const passesAlone = new Map<string, Promise<boolean>>();
  /**
   * Tells whether a test passes without a fault and without the tests before it; otherwise its failure proves nothing.
   */
  const isSound = (file: string, name: string): Promise<boolean> => {
    const asked = passesAlone.get(name) ?? run([file], [name]).then(({ verdict }) => verdict === "passed");
    passesAlone.set(name, asked);
    return asked;
  };
  /** Returns the first test that fails with the fault, and alone without it. */
  const firstToNotice = async (
    mutant: Mutant,
    { files, names }: ReturnType<typeof testsFor>,
    env?: Record<string, string>,
  ): Promise<string | undefined> => {
    if (files.length === 0) return undefined;
    const outcome = await withFault(copy, mutant, () => run(files, names, env));
    if (outcome.verdict === "passed") return undefined;
    if (outcome.verdict === "timed out") return "the time limit of its tests";
    const first = files.find((file) => outcome.firstFailure.startsWith(file));
    if (first === undefined) return outcome.firstFailure;
    noticed.set(`${mutant.file} ${first}`, countOf(mutant, first) + 1);
    const name = outcome.firstFailure.slice(first.length + ": ".length);
    if (names === undefined || !names.includes(name) || (await isSound(first, name))) return outcome.firstFailure;
    const whole = await withFault(copy, mutant, () => run(files, undefined, env));
    return whole.verdict === "passed" ? undefined : whole.firstFailure;
  };
  return {
    noticedBy: async (mutant) => {
      const direct = await firstToNotice(mutant, testsFor(mutant));
      if (direct !== undefined) return direct;
      const tests = testsOfBundle(mutant);
      if (tests.length === 0) return undefined;
      const bundle = await withFault(copy, mutant, () => writeFaultyBundle(copy.folder));
      return firstToNotice(mutant, { files: tests, names: undefined }, bundle);
    },
  };
};

const needsBundle = (file: string): boolean => neededParts([file]).includes("bundle");

const withFault = async <T>(copy: ProjectCopy, mutant: Mutant, work: () => Promise<T>): Promise<T> => {
  copy.make(mutant);
  try {
    return await work();
  } finally {
    copy.mend();
  }
};
