import { Client } from "pg";
import type { RunningStack } from "../../../infra/local/stack.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import type { BenchContext } from "../bench-part.ts";
import { cpuSecondsByProgram, cpuSecondsOf, readMachineCpuSeconds, readMainThreadCpuSeconds } from "../process-cpu.ts";
import { memoryOf } from "../process-memory.ts";
import { type AudioPeople, type AudioResult, talkByAudio } from "./audio-people.ts";
import type { TalkingAgent } from "./talking-agents.ts";
import type { MediaUse } from "./voice-rows.ts";

/** What some people said side by side, beside what was stored of it. */
export interface Round {
  result: AudioResult;
  missed: number;
  doubled: number;
  use: Omit<MediaUse, "idleMb">;
}

export interface TalkStage {
  stack: RunningStack;
  agent: TalkingAgent;
  people: AudioPeople;
  say: BenchContext["say"];
}

/** Has some people talk at the same time, each in a call of their own, until all of these are over. */
export const talkRound = async (
  { stack, agent, people, say }: TalkStage,
  { calls, questions, stories }: { calls: number; questions: number; stories: number },
): Promise<Round> => {
  const runs = await agent.begin(calls);
  const pid = findMediaPid(stack);
  const measure = () => ({
    seconds: performance.now() / 1000,
    own: cpuSecondsOf(pid),
    main: readMainThreadCpuSeconds(pid),
    all: readMachineCpuSeconds(),
    programs: cpuSecondsByProgram(process.pid),
  });
  let before = measure();
  let after = before;
  const plan = { joins: runs, questions, stories };
  const result = await talkByAudio(people, plan, {
    onTalking: () => (before = measure()),
    onTalked: () => (after = measure()),
  });
  const seconds = after.seconds - before.seconds;
  const use = {
    cores: (after.own - before.own) / seconds,
    mainThreadCores: (after.main - before.main) / seconds,
    machineCores: (after.all - before.all) / seconds,
    coresByProgram: [...after.programs].map(([program, used]) => ({
      program,
      cores: (used - (before.programs.get(program) ?? 0)) / seconds,
    })),
    residentMb: memoryOf(pid).residentMb,
  };
  const stored = await listStoredTurns(stack, runs);
  let [missed, doubled] = [0, 0];
  for (const [at, { id }] of runs.entries()) {
    const heard = stored.filter(({ run_id }) => run_id === id).map(({ text }) => text);
    const said = result.said[at] ?? 0;
    missed += Math.max(said - heard.length, 0);
    doubled += Math.max(heard.length - said, 0);
    if (said !== heard.length) say(`run ${id}: said ${said}, stored ${heard.length}: ${heard.join(" / ")}`);
  }
  return { result, missed, doubled, use };
};

/** Returns what was heard in these conversations, in its order, once they are over. */
const listStoredTurns = async ({ environment }: RunningStack, runs: readonly { id: number }[]) => {
  const ids = runs.map(({ id }) => id);
  const db = new Client({ connectionString: environment["DATABASE_MIGRATIONS_URL"] });
  await db.connect();
  try {
    await waitUntil("the conversations are over", async () => {
      const { rows } = await db.query("select 1 from call_runs where id = any($1) and ended_at is null", [ids]);
      return rows.length === 0;
    });
    const { rows } = await db.query<{ run_id: number; text: string }>(
      `select run_id::int, input->>'text' as text from conversation_turns
       where run_id = any($1) and input->>'kind' = 'speech' order by run_id, number`,
      [ids],
    );
    return rows;
  } finally {
    await db.end();
  }
};

export const findMediaPid = (stack: RunningStack): number => {
  const pid = stack.pid("media");
  if (pid === undefined) throw new Error("the media process is down");
  return pid;
};
