import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { type AudioPerson, joinByAudio } from "./audio-person.ts";
import type { AudioPlan, AudioResult } from "./audio-people.ts";
import { type SaidByPeople, sayByEspeak } from "./said-by-people.ts";

/** `node audio-people.process.ts PLAN`, with an IPC channel: tells when everybody was greeted, then the result. */
const plan: AudioPlan = JSON.parse(process.argv[2] ?? "");
const ANSWERED_WITHIN_MS = 10_000;
const GREETED_WITHIN_MS = 20_000;
/** People think a little; not all at the same moment. */
const BETWEEN_MS = { least: 300, more: 700 };
/** About as long as a question with its answer: those who have waited for all others do not ask in chorus. */
const FIRST_QUESTIONS_WITHIN_MS = 4000;
const STORY_HEARD_MS = 1500;
const OWN_DELAY_EVERY_MS = 10;
/** Nothing that sounds sooner is the answer: so much silence is waited for first, give or take a frame. */
const ANSWERED_AFTER_MS = 450;

const result: AudioResult = {
  answersMs: [],
  sentAfterMs: [],
  ownDelayMs: 0,
  silencesMs: [],
  said: plan.joins.map(() => 0),
  unanswered: 0,
  ungreeted: 0,
};
const think = () => delay(BETWEEN_MS.least + Math.random() * BETWEEN_MS.more);

interface Talker extends AudioPerson {
  index: number;
}

const speak = (person: Talker, samples: Int16Array) => {
  result.said[person.index] = (result.said[person.index] ?? 0) + 1;
  return person.say(samples);
};

/** Resolves with the time until the answer's first sound. */
const untilAnswer = async (person: Talker, saidMs: number): Promise<number | null> => {
  const soundedMs = await person.hears.sound(saidMs + ANSWERED_AFTER_MS, ANSWERED_WITHIN_MS);
  if (soundedMs === null) result.unanswered += 1;
  return soundedMs === null ? null : soundedMs - saidMs;
};

const ask = async (person: Talker, { question }: SaidByPeople): Promise<void> => {
  const { endedMs } = await speak(person, question);
  const answerMs = await untilAnswer(person, endedMs);
  if (answerMs !== null) result.answersMs.push(answerMs);
  await person.hears.silence(ANSWERED_WITHIN_MS);
};

const interruptStory = async (person: Talker, { question, storyRequest }: SaidByPeople): Promise<void> => {
  const { endedMs: requestedMs } = await speak(person, storyRequest);
  if ((await untilAnswer(person, requestedMs)) === null) return;
  await delay(STORY_HEARD_MS);
  const speaking = speak(person, question);
  const silentMs = await person.hears.silence(ANSWERED_WITHIN_MS);
  const { beganMs, endedMs } = await speaking;
  if (silentMs !== null && silentMs > beganMs) result.silencesMs.push(silentMs - beganMs);
  await untilAnswer(person, endedMs);
  await person.hears.silence(ANSWERED_WITHIN_MS);
};

const hold = async (person: Talker, said: SaidByPeople): Promise<void> => {
  await delay((person.index / plan.joins.length) * FIRST_QUESTIONS_WITHIN_MS);
  for (let asked = 0; asked < plan.questions; asked += 1) {
    await think();
    await ask(person, said);
  }
  for (let told = 0; told < plan.stories; told += 1) {
    await think();
    await interruptStory(person, said);
  }
};

/** Joins, and tells whether the agent says hello: one that says nothing has nobody to talk with. */
const meet = async (join: AudioPlan["joins"][number], index: number): Promise<Talker & { isGreeted: boolean }> => {
  const person = { ...(await joinByAudio(join, plan)), index };
  const isGreeted = (await person.hears.sound(0, GREETED_WITHIN_MS)) !== null;
  if (isGreeted) await person.hears.silence(ANSWERED_WITHIN_MS);
  else result.ungreeted += 1;
  return { ...person, isGreeted };
};

const said = await sayByEspeak();
const people: Awaited<ReturnType<typeof meet>>[] = [];
// Calls begin one after another, as they do elsewhere; what is measured is many that go on.
for (const [index, join] of plan.joins.entries()) people.push(await meet(join, index));
process.send?.("talking");
const ownDelay = monitorEventLoopDelay({ resolution: OWN_DELAY_EVERY_MS });
ownDelay.enable();
const spokenBefore = people.map(({ sentAfterMs }) => sentAfterMs.length);
await Promise.all(people.filter(({ isGreeted }) => isGreeted).map((person) => hold(person, said)));
result.ownDelayMs = Math.max(ownDelay.percentile(95) / 1e6 - OWN_DELAY_EVERY_MS, 0);
result.sentAfterMs = people.flatMap(({ sentAfterMs }, at) => sentAfterMs.slice(spokenBefore[at]));
await Promise.all(people.map((person) => person.leave()));
// LiveKit's library keeps threads of its own, which would keep the process running.
process.send?.(result, () => process.exit());
