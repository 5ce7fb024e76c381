import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { recordHistory } from "../../../harness/record-history.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import type { Driver } from "./driver.ts";
import { type DriverPlatform, startDriverPlatform } from "./driver-platform.ts";
import { BY_SOUND, DRIVERS } from "./drivers.ts";
import { type Evidence, gatherEvidence } from "./evidence.ts";
import { KILLED, LOST, SITUATIONS, type Situation } from "./situations.ts";
import { createTable } from "./table.ts";

/** Voices take their time: while one situation is judged the next ones are played. */
const AT_ONCE = 2;

const table = createTable(
  SITUATIONS.map(({ name }) => name),
  DRIVERS.map(({ name }) => name),
);

let platform: DriverPlatform;
const plays = new Map<string, Map<string, Promise<Evidence>>>();

/** Plays the situation through every driver that can have it; returns those drivers. */
const play = (situation: Situation): Driver[] => {
  const able = DRIVERS.filter(({ absent }) => absent[situation.name] === undefined);
  const evidence = new Map(able.map((driver) => [driver.name, playThrough(driver, situation)]));
  // Its own test reports the failure.
  for (const each of evidence.values()) each.catch(() => {});
  plays.set(situation.name, evidence);
  return able;
};

const playThrough = async (driver: Driver, situation: Situation): Promise<Evidence> => {
  const played = await driver.play(platform, situation);
  return gatherEvidence(platform, { driver, played });
};

beforeAll(async () => {
  platform = await startDriverPlatform();
  await playAndKill();
  // This and what the killed process has left take half a minute, in which the others are played.
  play(LOST);
});
afterAll(async () => {
  await platform.close();
  console.log(`${table.print()}\n\n${BY_SOUND}`);
});

describe.each(SITUATIONS)("$name", (situation) => {
  beforeAll(() => {
    const from = SITUATIONS.indexOf(situation);
    for (const each of SITUATIONS.slice(from, from + AT_ONCE)) if (!plays.has(each.name)) play(each);
  });

  it.each(DRIVERS)("through $name", async (driver) => {
    const { name, absent, leftAside, recordedAs } = driver;
    const reason = absent[situation.name];
    if (reason !== undefined) return table.leaveOut(situation.name, name, reason);
    const evidence = await plays.get(situation.name)?.get(name);
    if (!evidence) throw new Error("it was not played");
    situation.judge(evidence);
    table.pass(situation.name, name, leftAside?.[situation.name]);
    await record(evidence, recordedAs?.[situation.name]);
  });
});

it("every driver has shown every situation, or says that there is no such thing", () => {
  expect(table.open()).toEqual([]);
});

/** Records the history when the workflow has nothing left to do. */
const record = async ({ workflowId }: Evidence, name: string | undefined): Promise<void> => {
  if (!name || !process.env["RECORD_HISTORIES"]) return;
  const { temporal } = platform.api.dependencies;
  await temporal.workflow.getHandle(workflowId).result();
  await recordHistory({ client: temporal }, workflowId, name);
};

/** One process holds every conversation, and is killed while the agents answer. */
const playAndKill = async (): Promise<void> => {
  const able = play(KILLED);
  const slow = waitUntil("every agent has been asked for something slow", async () => {
    const turns = await platform.test.everything.selectFrom("conversation_turns").select("input").execute();
    const asked = turns.filter(({ input }) => JSON.stringify(input).includes("slow please"));
    return asked.length === able.length;
  });
  await Promise.race([slow, ...able.map(failureBeforeKill)]);
  await answerAtOnce();
  await platform.killTheFirst();
};

/** The agents no longer take their time in the processes that have not read how they answer. */
const answerAtOnce = async (): Promise<void> => {
  await sql`update model_configurations set settings = jsonb_build_object('script',
    (select jsonb_agg(line - 'delay_ms') from jsonb_array_elements(settings -> 'script') as line))
    where part = 'llm'`.execute(platform.test.everything);
};

/** Fails with the conversation through this driver: nobody is asked for anything in it any more. One that is over has been asked. */
const failureBeforeKill = async ({ name }: Driver): Promise<never> => {
  try {
    await plays.get(KILLED.name)?.get(name);
  } catch (error) {
    throw new Error(`the conversation through ${name} failed before the process was killed`, { cause: error });
  }
  return new Promise(() => {});
};
