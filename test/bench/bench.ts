import { parseArgs } from "node:util";
import { analyticsBench } from "./analytics.bench.ts";
import { asOfBench } from "./as-of.bench.ts";
import type { BenchPart, BenchRow } from "./bench-part.ts";
import { benchTable } from "./bench-table.ts";
import { callbacksBench } from "./callbacks.bench.ts";
import { callsBench } from "./calls.bench.ts";
import { consoleBench } from "./console.bench.ts";
import { costBench } from "./cost.bench.ts";
import { documentsBench } from "./documents.bench.ts";
import { fairShareBench } from "./fair-share.bench.ts";
import { httpBench } from "./http.bench.ts";
import { idleBench } from "./idle.bench.ts";
import { importBench } from "./import.bench.ts";
import { journeyBench } from "./journey.bench.ts";
import { jsonAnswersBench } from "./json-answers.bench.ts";
import { latencyBench } from "./latency.bench.ts";
import { liveBench } from "./live.bench.ts";
import { locksBench } from "./locks.bench.ts";
import { memoryBench } from "./memory.bench.ts";
import { nationalBench } from "./national.bench.ts";
import { neighboursBench } from "./neighbours.bench.ts";
import { passagesBench } from "./passages.bench.ts";
import { pauseBench } from "./pause.bench.ts";
import { recordBench } from "./record.bench.ts";
import { rehearsalBench } from "./rehearsal.bench.ts";
import { removalBench } from "./removal.bench.ts";
import { rulePacksBench } from "./rule-packs.bench.ts";
import { rulesPreviewBench } from "./rules-preview.bench.ts";
import { temporalBench } from "./temporal.bench.ts";
import { turnsBench } from "./turns.bench.ts";
import { twoBench } from "./two.bench.ts";
import { upgradeBench } from "./upgrade.bench.ts";
import { voiceBench } from "./voice.bench.ts";

const PARTS: readonly BenchPart[] = [
  memoryBench,
  idleBench,
  importBench,
  nationalBench,
  callsBench,
  costBench,
  locksBench,
  rulePacksBench,
  rulesPreviewBench,
  recordBench,
  temporalBench,
  twoBench,
  fairShareBench,
  latencyBench,
  pauseBench,
  httpBench,
  jsonAnswersBench,
  callbacksBench,
  analyticsBench,
  asOfBench,
  rehearsalBench,
  removalBench,
  journeyBench,
  liveBench,
  turnsBench,
  documentsBench,
  passagesBench,
  neighboursBench,
  upgradeBench,
  consoleBench,
  voiceBench,
];

const listSections = ({ name, sections = [] }: BenchPart): string[] =>
  sections.map((section) => `${name} ${JSON.stringify(section)}`);

const LARGEST_SCALE = 100;
const USAGE = `npm run bench -- [part …] [--scale 0.1] [--only section]
Parts: ${PARTS.map(({ name, title }) => `\n  ${name.padEnd(11)}${title}`).join("")}
Without a part all of them run, one after another. --scale makes every size smaller, for a quick look, or larger, up to 100.
--only measures one section of a part that has some: ${PARTS.flatMap(listSections).join(", ")}.`;

const chosenParts = (names: readonly string[]): readonly BenchPart[] => {
  const unknown = names.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0) throw new UsageError(`There is no part ${unknown.join(", ")}.`);
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name));
};

const chosenSection = (parts: readonly BenchPart[], only: string | undefined): string | null => {
  if (only === undefined) return null;
  const [part, ...others] = parts;
  if (others.length === 0 && part?.sections?.includes(only)) return only;
  throw new UsageError(`--only ${only}: name one part that has this section.`);
};

class UsageError extends Error {}

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        scale: { type: "string", default: "1" },
        only: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    const scale = Number(values.scale);
    if (!(scale > 0 && scale <= LARGEST_SCALE))
      throw new UsageError(`--scale is a number above 0, at most ${LARGEST_SCALE}.`);
    const parts = chosenParts(positionals);
    return { parts, scale, only: chosenSection(parts, values.only), help: values.help };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** What the command line asks for. */
interface Asked {
  parts: readonly BenchPart[];
  scale: number;
  only: string | null;
}

/** Runs the parts one after another; true when every goal is met. */
const bench = async ({ parts, scale, only }: Asked): Promise<boolean> => {
  const rows: BenchRow[] = [];
  for (const part of parts) {
    console.log(`\n${part.name}: ${part.title}`);
    const ofPart = await part.run({ scale, only, say: (sentence) => console.log(`  ${sentence}`) });
    console.log(benchTable(ofPart));
    rows.push(...ofPart);
  }
  if (parts.length > 1) console.log(`\n${benchTable(rows)}`);
  if (scale !== 1) console.log(`Sizes were scaled by ${scale}: these are not the figures of the goals.`);
  return rows.every(({ holds }) => holds !== false);
};

try {
  const { help, ...asked } = readArguments();
  if (help) console.log(USAGE);
  else process.exitCode = (await bench(asked)) ? 0 : 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n${USAGE}\n`);
  process.exitCode = 2;
}
