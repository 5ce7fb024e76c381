import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { resolveLivekit, startLivekit } from "../../infra/local/livekit-server.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { openTestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { startLivekitSomewhere } from "../media/start-livekit-somewhere.ts";
import type { BenchContext, BenchPart, BenchRow } from "./bench-part.ts";
import { cpuSecondsOf, readMachineCpuSeconds } from "./process-cpu.ts";
import { memoryOf } from "./process-memory.ts";
import { type AudioResult, talkByAudio } from "./voice/audio-people.ts";
import { startInstantSpeech } from "./voice/instant-speech.ts";
import { openTalkingAgent, type TalkingAgent } from "./voice/talking-agents.ts";
import { audioRows, type MediaUse, relayRow, turnsRow, useRows } from "./voice/voice-rows.ts";
import { joinByWords } from "./voice/words-person.ts";

const MANY = 20;
const WARM_UP_QUESTIONS = 5;
/** Many people have to say a thousand things; the rest is as short as a p95 allows, because the whole is to take eight minutes. */
const QUESTIONS = { alone: 20, many: 45 };
const STORIES = { alone: 5, many: 3 };
const RELAY_QUESTIONS = { alone: 40, many: 20 };
const KEY = { apiKey: "bench", apiSecret: "a secret that is long enough for LiveKit" };

/**
 * Measures a conversation as the person notices it: from the end of their speech to the first sound of the answer, and
 * from speaking over the agent to its silence. Models of speech and language answer at once, so that the time is the
 * platform's. The people, LiveKit's server and the platform share the machine.
 */
export const voiceBench: BenchPart = {
  name: "voice",
  title: "talking in the browser: how soon the agent answers and falls silent, and what a call costs",
  run: async (context) => {
    await using parts = new AsyncDisposableStack();
    const { stack, speechUrl } = await startParts(context, parts);
    const wordsAgent = await openTalkingAgent(stack, {});
    const audioAgent = await openTalkingAgent(stack, { speechUrl });
    return [...(await measureRelay(context, wordsAgent)), ...(await measureAudio(context, stack, audioAgent))];
  },
};

const startParts = async ({ say }: BenchContext, parts: AsyncDisposableStack) => {
  const program = await resolveLivekit(say);
  const folder = mkdtempSync(join(tmpdir(), "ringdown-livekit-"));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const speech = await startInstantSpeech();
  parts.defer(() => speech.close());
  const livekit = await startLivekitSomewhere(() => startLivekit({ program, dir: folder, port: 0, ...KEY }));
  parts.defer(() => livekit.stop());
  const stack = await openTestStack({
    LIVEKIT_URL: livekit.url,
    LIVEKIT_API_KEY: KEY.apiKey,
    LIVEKIT_API_SECRET: KEY.apiSecret,
    MEDIA_CALLS: String(MANY),
    OUTBOUND_ALLOWED_NETWORKS: "127.0.0.0/8",
    RATE_LIMIT_PER_ADDRESS_PER_SECOND: "1000000",
  });
  parts.defer(() => stack.close());
  return { stack: stack.running, speechUrl: speech.baseUrl };
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

interface Round {
  result: AudioResult;
  /** The stored turns of what was said. */
  turns: number;
  use: Omit<MediaUse, "idleMb">;
}

const measureAudio = async (
  { scale, say }: BenchContext,
  stack: RunningStack,
  agent: TalkingAgent,
): Promise<BenchRow[]> => {
  const idleMb = memoryOf(mediaPid(stack)).residentMb;
  const talk = async (calls: number, questions: number, stories: number): Promise<Round> => {
    const round = await talkOnce(stack, agent, { calls, questions, stories });
    const { said, unanswered } = round.result;
    say(`${calls} by audio: said ${said}, stored ${round.turns}, unanswered ${unanswered}`);
    return round;
  };
  const many = scaled(MANY, scale);
  await talk(1, WARM_UP_QUESTIONS, 1);
  const alone = await talk(1, scaled(QUESTIONS.alone, scale), scaled(STORIES.alone, scale));
  const crowd = await talk(many, scaled(QUESTIONS.many, scale), scaled(STORIES.many, scale));
  const rounds = [alone, crowd];
  return [
    ...audioRows(1, alone.result),
    ...audioRows(many, crowd.result),
    turnsRow({
      said: sum(rounds.map(({ result }) => result.said)),
      missed: sum(rounds.map(({ result, turns }) => Math.max(result.said - turns, result.unanswered))),
      doubled: sum(rounds.map(({ result, turns }) => Math.max(turns - result.said, 0))),
    }),
    ...useRows(many, { ...crowd.use, idleMb }),
  ];
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const mediaPid = (stack: RunningStack): number => {
  const pid = stack.pid("media");
  if (pid === undefined) throw new Error("the media process is down");
  return pid;
};

/** Has some people talk at the same time, each in a call of their own, until all of these are over. */
const talkOnce = async (
  stack: RunningStack,
  agent: TalkingAgent,
  { calls, questions, stories }: { calls: number; questions: number; stories: number },
): Promise<Round> => {
  const runs = await agent.begin(calls);
  const pid = mediaPid(stack);
  const measure = () => ({ seconds: performance.now() / 1000, own: cpuSecondsOf(pid), all: readMachineCpuSeconds() });
  let before = measure();
  const result = await talkByAudio({ joins: runs, questions, stories }, () => {
    before = measure();
  });
  const after = measure();
  const seconds = after.seconds - before.seconds;
  const cores = (after.own - before.own) / seconds;
  const machineCores = (after.all - before.all) / seconds;
  const { residentMb } = memoryOf(pid);
  const turns = await storedTurns(stack, runs);
  return { result, turns, use: { cores, machineCores, residentMb } };
};

/** Counts what was heard in these conversations, once they are over. */
const storedTurns = async ({ environment }: RunningStack, runs: readonly { id: number }[]): Promise<number> => {
  const ids = runs.map(({ id }) => id);
  const db = new Client({ connectionString: environment["DATABASE_MIGRATIONS_URL"] });
  await db.connect();
  try {
    await waitUntil("the conversations are over", async () => {
      const { rows } = await db.query("select 1 from call_runs where id = any($1) and ended_at is null", [ids]);
      return rows.length === 0;
    });
    const { rows } = await db.query<{ turns: string }>(
      "select count(*) as turns from conversation_turns where run_id = any($1) and input->>'kind' = 'speech'",
      [ids],
    );
    return Number(rows[0]?.turns);
  } finally {
    await db.end();
  }
};
