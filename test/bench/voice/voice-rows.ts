import { availableParallelism } from "node:os";
import type { BenchRow } from "../bench-part.ts";
import { quantile } from "../median.ts";
import type { AudioResult } from "./audio-people.ts";

/** The process that speaks and hears, while people talked. */
export interface MediaUse {
  cores: number;
  /** Of its first thread alone, which does all JavaScript. */
  mainThreadCores: number;
  /** Of everything on the machine: the people and LiveKit's server are on it too. */
  machineCores: number;
  /** Of each program that this bench has started, and of itself, which speaks and recognizes. */
  coresByProgram: readonly { program: string; cores: number }[];
  residentMb: number;
  idleMb: number;
}

/** The turns of all audio calls, as stored, beside what was said. */
export interface TurnCount {
  said: number;
  missed: number;
  doubled: number;
}

const ANSWER_GOAL_MS = 250;
const SILENCE_GOAL_MS = 200;
/** The voice's end is waited for in whole frames of 32 ms. */
const VAD_WAITS_MS = Math.ceil(550 / 32) * 32;

const callsOf = (calls: number): string => (calls === 1 ? "1 call" : `${calls} calls at once`);
const both = (values: readonly number[], less = 0): string =>
  values.length === 0
    ? "none"
    : `${(quantile(values, 0.5) - less).toFixed(0)} / ${(quantile(values, 0.95) - less).toFixed(0)}`;

export const relayRow = (calls: number, answersMs: readonly number[]): BenchRow => ({
  figure: `relay, ${callsOf(calls)}: from words to the first words of the answer, ms (p50 / p95 of ${answersMs.length})`,
  measured: both(answersMs),
  floor: "",
  ratio: null,
  goal: "",
  holds: null,
});

export const audioRows = (calls: number, result: AudioResult): BenchRow[] => [
  answerRow(calls, result),
  sentRow(calls, result),
  silenceRow(calls, result),
];

/** What reaches people's machines, with everything between these and the platform. */
const answerRow = (calls: number, { answersMs }: AudioResult): BenchRow => ({
  figure: `audio, ${callsOf(calls)}: from the last packet of speech to the first of the answer that sounds, ms (p50 / p95 of ${answersMs.length})`,
  measured: both(answersMs),
  floor: `beyond the ${VAD_WAITS_MS} ms of silence that end speech: ${both(answersMs, VAD_WAITS_MS)}`,
  ratio: null,
  goal: `p95 ≤ ${ANSWER_GOAL_MS} beyond it`,
  holds: quantile(answersMs, 0.95) - VAD_WAITS_MS <= ANSWER_GOAL_MS,
});

const silenceRow = (calls: number, { silencesMs }: AudioResult): BenchRow => ({
  figure: `audio, ${callsOf(calls)}: from the first packet of speech over the agent to its last that sounds, ms (p50 / p95 of ${silencesMs.length})`,
  measured: both(silencesMs),
  floor: "",
  ratio: null,
  goal: `p95 ≤ ${SILENCE_GOAL_MS}`,
  holds: quantile(silencesMs, 0.95) <= SILENCE_GOAL_MS,
});

/** The part of the platform; the rest is the way of the sound to it and back. */
const sentRow = (calls: number, { sentAfterMs, ownDelayMs }: AudioResult): BenchRow => ({
  figure: `audio, ${callsOf(calls)}: of that the platform's part, from the silence that it hears to the first sound that it sends, ms (p50 / p95 of ${sentAfterMs.length})`,
  measured: both(sentAfterMs),
  floor: `beyond the ${VAD_WAITS_MS} ms: ${both(sentAfterMs, VAD_WAITS_MS)}; the people's microphones were ${ownDelayMs.toFixed(0)} ms late (p95)`,
  ratio: null,
  goal: "",
  holds: null,
});

/** A number of calls at once, and whether every turn of theirs was heard once and answered. */
export interface CarriedCalls {
  calls: number;
  isCarried: boolean;
  /** Utterances of all of them together. */
  said: number;
  answersMs: readonly number[];
  use: Omit<MediaUse, "idleMb">;
}

/** `tried`: with ever more calls at once. */
export const capacityRows = (tried: readonly CarriedCalls[]): BenchRow[] => {
  const most = tried.at(-1);
  if (most === undefined) throw new Error("no number of calls was tried");
  const fault = tried.findIndex(({ isCarried }) => !isCarried);
  const carried = fault === -1 ? most : tried[fault - 1];
  const bound = tried[fault] ?? most;
  const measured = carried === undefined ? `fewer than ${bound.calls}` : String(carried.calls);
  return [
    {
      figure: `audio: calls that one media process carries without a missed or doubled turn (of ${(carried ?? bound).said.toLocaleString("en")} utterances)`,
      measured: carried === most ? `${measured}, the most that was tried` : measured,
      floor: `at ${bound.calls}: ${describeBound(bound.use)}`,
      ratio: null,
      goal: `≥ ${most.calls}`,
      holds: carried === most,
    },
    {
      figure: `audio: p95 of the answer beyond the silence that ends speech, at ${listOf(tried, ({ calls }) => String(calls))} calls, ms`,
      measured: listOf(tried, ({ answersMs }) => (quantile(answersMs, 0.95) - VAD_WAITS_MS).toFixed(0)),
      floor: "",
      ratio: null,
      goal: "",
      holds: null,
    },
    {
      figure: `audio: cores of the media process at ${listOf(tried, ({ calls }) => String(calls))} calls`,
      measured: listOf(tried, ({ use }) => use.cores.toFixed(2)),
      floor: `its main thread ${listOf(tried, ({ use }) => use.mainThreadCores.toFixed(2))}; the machine ${listOf(tried, ({ use }) => use.machineCores.toFixed(2))} of ${availableParallelism()}`,
      ratio: null,
      goal: "",
      holds: null,
    },
    {
      figure: `audio: cores at ${bound.calls} calls, by program`,
      measured: listPrograms(bound.use),
      floor: "",
      ratio: null,
      goal: "",
      holds: null,
    },
  ];
};

const listOf = (tried: readonly CarriedCalls[], show: (round: CarriedCalls) => string): string =>
  tried.map(show).join(" / ");

/** Others use next to nothing. */
const LEAST_SHOWN_CORES = 0.02;

const listPrograms = ({ coresByProgram }: Pick<MediaUse, "coresByProgram">): string =>
  coresByProgram
    .filter(({ cores }) => cores >= LEAST_SHOWN_CORES)
    .toSorted((one, other) => other.cores - one.cores)
    .map(({ program, cores }) => `${program} ${cores.toFixed(2)}`)
    .join(", ");

/** A resource near its limit stops more calls. */
const describeBound = ({ cores, mainThreadCores, machineCores }: Omit<MediaUse, "idleMb">): string => {
  const all = availableParallelism();
  const use = `main thread ${mainThreadCores.toFixed(2)} of one core, process ${cores.toFixed(2)}, machine ${machineCores.toFixed(2)} of ${all}`;
  if (mainThreadCores > 0.85) return `its main thread bounds it (${use})`;
  if (machineCores > 0.9 * all) return `the machine bounds it, with the people and LiveKit's server on it (${use})`;
  return `nothing is at its limit (${use})`;
};

export const useRows = (calls: number, { cores, machineCores, residentMb, idleMb }: MediaUse): BenchRow[] => [
  {
    figure: `audio, ${callsOf(calls)}: cores of the media process for each call`,
    measured: (cores / calls).toFixed(3),
    floor: `together ${cores.toFixed(2)}; the whole machine ${machineCores.toFixed(2)} of ${availableParallelism()}`,
    ratio: null,
    goal: "",
    holds: null,
  },
  {
    figure: `audio, ${callsOf(calls)}: memory of the media process for each call, MB`,
    measured: ((residentMb - idleMb) / calls).toFixed(1),
    floor: `before its first call ${idleMb} MB, with them ${residentMb} MB`,
    ratio: null,
    goal: "",
    holds: null,
  },
];

export const turnsRow = ({ said, missed, doubled }: TurnCount): BenchRow => ({
  figure: `audio: missed and doubled turns of ${said.toLocaleString("en")}`,
  measured: `${missed} and ${doubled}`,
  floor: "",
  ratio: null,
  goal: "0",
  holds: missed === 0 && doubled === 0,
});
