import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../infra/config/config.ts";
import { resolveLivekit, startLivekit } from "../../infra/local/livekit-server.ts";
import { takeRealTimePriority } from "../../infra/real-time-priority.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { requireEspeak } from "../media/espeak.ts";
import { startLivekitSomewhere } from "../media/start-livekit-somewhere.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { memoryOf } from "./process-memory.ts";
import type { AudioPeople } from "./voice/audio-people.ts";
import { startInstantSpeech } from "./voice/instant-speech.ts";
import { resolvePeople } from "./voice/people-program.ts";
import { sayByEspeak } from "./voice/said-by-people.ts";
import { findMediaPid, type Round, type TalkStage, talkRound } from "./voice/talk-round.ts";
import { openTalkingAgent, type TalkingAgent } from "./voice/talking-agents.ts";
import { audioRows, type CarriedCalls, capacityRows, relayRow, turnsRow, useRows } from "./voice/voice-rows.ts";
import { joinByWords } from "./voice/words-person.ts";

const MANY = 20;
const WARM_UP_QUESTIONS = 5;
/** Many people have to say a thousand things; the rest is as short as a p95 allows, because the whole is to take a quarter of an hour. */
const QUESTIONS = { alone: 20, many: 45 };
const STORIES = { alone: 20, many: 3 };
const RELAY_QUESTIONS = { alone: 40, many: 20 };
/** Tried one after another before the most. */
const FEWER = { calls: [5, 10, 15], questions: 4, stories: 1 };
const KEY = { apiKey: "bench", apiSecret: "a secret that is long enough for LiveKit" };

/**
 * Measures a conversation as the person notices it: from the end of their speech to the first sound of the answer, and
 * from speaking over the agent to its silence. Models of speech and language answer at once, so that the time is the
 * platform's. Sound counts when its packet leaves the person's machine or reaches it: a browser's buffer against jitter comes
 * on top. The people, LiveKit's server and the platform share the machine.
 */
export const voiceBench: BenchPart = {
  name: "voice",
  title: "talking in the browser: how soon the agent answers and falls silent, and what a call costs",
  sections: ["words", "alone", "many"],
  run: async (context) => {
    await using parts = new AsyncDisposableStack();
    const { stack, speechUrl, people } = await startParts(context, parts);
    const rows: BenchRow[] = [];
    if (wants(context, "words")) rows.push(...(await measureRelay(context, await openTalkingAgent(stack, {}))));
    if (wants(context, "alone") || wants(context, "many")) {
      const agent = await openTalkingAgent(stack, { speechUrl });
      rows.push(...(await measureAudio(context, { stack, agent, people })));
    }
    return rows;
  },
};

const wants = ({ only }: BenchContext, section: string): boolean => only === null || only === section;

const startParts = async ({ say }: BenchContext, parts: AsyncDisposableStack) => {
  await requireEspeak();
  const program = await resolveLivekit(say);
  const spoken = { program: await resolvePeople(say), said: await sayByEspeak() };
  const folder = mkdtempSync(join(tmpdir(), "ringdown-livekit-"));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const speech = await startInstantSpeech();
  parts.defer(() => speech.close());
  const livekit = await startLivekitSomewhere(() => startLivekit({ program, dir: folder, port: 0, ...KEY }));
  parts.defer(() => livekit.stop());
  const isRealTime = goBeforeOthers(livekit.pid, say);
  const stack = await openTestStack({
    LIVEKIT_URL: livekit.url,
    LIVEKIT_API_KEY: KEY.apiKey,
    LIVEKIT_API_SECRET: KEY.apiSecret,
    // One organization has three quarters of the places at most.
    MEDIA_CALLS: String(Math.ceil((MANY * 4) / 3)),
    OUTBOUND_ALLOWED_NETWORKS: "127.0.0.0/8",
    RATE_LIMIT_PER_ADDRESS_PER_SECOND: "1000000",
    MEDIA_REAL_TIME: String(isRealTime),
  });
  parts.defer(() => stack.close());
  const people: AudioPeople = { ...spoken, isRealTime };
  return { stack: stack.running, speechUrl: speech.baseUrl, people };
};

/** Has sound wait for no processor in LiveKit's server, and says whether the others that carry it are to do the same. */
const goBeforeOthers = (livekit: number, say: BenchContext["say"]): boolean => {
  const reason =
    readConfig(process.env).MEDIA_REAL_TIME === false ? "MEDIA_REAL_TIME is false" : takeRealTimePriority(livekit);
  if (reason === null) say("sound has real-time priority: in the media process, LiveKit's server and the people");
  else say(`sound waits for a processor like everything else: ${reason}`);
  return reason === null;
};

const scaled = (size: number, scale: number): number => Math.max(Math.round(size * scale), 2);

const measureRelay = async ({ scale, say }: BenchContext, agent: TalkingAgent): Promise<BenchRow[]> => {
  const talk = async (calls: number, questions: number): Promise<number[]> => {
    const people = await Promise.all((await agent.begin(calls)).map(({ url }) => joinByWords(url)));
    const answersMs: number[] = [];
    await Promise.all(
      people.map(async (person) => {
        for (let asked = 0; asked < questions; asked += 1) answersMs.push(await person.ask("And what about tomorrow?"));
        person.leave();
      }),
    );
    say(`${calls} in words: ${answersMs.length} answers`);
    return answersMs;
  };
  const many = scaled(MANY, scale);
  await talk(1, WARM_UP_QUESTIONS);
  return [
    relayRow(1, await talk(1, scaled(RELAY_QUESTIONS.alone, scale))),
    relayRow(many, await talk(many, scaled(RELAY_QUESTIONS.many, scale))),
  ];
};

const measureAudio = async (context: BenchContext, stage: Omit<TalkStage, "say">): Promise<BenchRow[]> => {
  const { scale, say } = context;
  const idleMb = memoryOf(findMediaPid(stage.stack)).residentMb;
  const rounds: Round[] = [];
  const talk = async (calls: number, questions: number, stories: number): Promise<Round> => {
    const round = await talkRound({ ...stage, say }, { calls, questions, stories });
    const { result, missed, doubled } = round;
    say(
      `${calls} by audio: said ${sum(result.said)}, missed ${missed}, doubled ${doubled}, unanswered ${result.unanswered}, not greeted ${result.ungreeted}`,
    );
    return round;
  };
  await talk(1, WARM_UP_QUESTIONS, 1);
  const rows: BenchRow[] = [];
  if (wants(context, "alone")) {
    const alone = await talk(1, scaled(QUESTIONS.alone, scale), scaled(STORIES.alone, scale));
    rounds.push(alone);
    rows.push(...audioRows(1, alone.result));
  }
  if (wants(context, "many")) {
    const many = scaled(MANY, scale);
    const tried: CarriedCalls[] = [];
    for (const calls of FEWER.calls.filter((fewer) => fewer < many)) {
      tried.push(carriedOf(calls, await talk(calls, FEWER.questions, FEWER.stories)));
    }
    const crowd = await talk(many, scaled(QUESTIONS.many, scale), scaled(STORIES.many, scale));
    rounds.push(crowd);
    tried.push(carriedOf(many, crowd));
    rows.push(...audioRows(many, crowd.result), ...useRows(many, { ...crowd.use, idleMb }), ...capacityRows(tried));
  }
  return [
    ...rows,
    turnsRow({
      said: sum(rounds.flatMap(({ result }) => result.said)),
      missed: sum(rounds.map(({ missed, result }) => Math.max(missed, result.unanswered))),
      doubled: sum(rounds.map(({ doubled }) => doubled)),
    }),
  ];
};

const carriedOf = (calls: number, { missed, doubled, result, use }: Round): CarriedCalls => ({
  calls,
  isCarried: missed + doubled + result.unanswered + result.ungreeted === 0,
  said: sum(result.said),
  answersMs: result.answersMs,
  use,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
