import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { sql } from "kysely";
import type { Heard } from "../../../domain/conversation/conversation.ts";
import { PoolFullError } from "../../../infra/postgres/bounded-pool.ts";
import { type Database, openDatabase } from "../../../infra/postgres/database.ts";
import { WORK_LIMITS } from "../../../infra/postgres/database-limits.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { begin, createReception } from "./reception.ts";
import { recordedModel, says } from "./recorded-model.ts";
import type { Rig } from "./rig.ts";

/* The database is away or overloaded for a moment while somebody is on the line. */

let test: TestDatabase;
let tenant: Tenant;
/** Of a process whose one connection nobody waits for. */
let narrow: Database;
/** What it has refused, for any reason. */
let failures: unknown[];
/** How often it was asked. */
let asked = 0;
/** The answer to what is asked next is lost: it is done, and nobody knows. */
let losesNext = false;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test, "ours");
  const opened = openDatabase({
    url: test.url,
    poolSize: 1,
    applicationName: "narrow",
    limits: { ...WORK_LIMITS, waitMs: PATIENCE_MS, mostWaiting: 0, organizationShare: 1 },
    secrets: testSecrets,
  });
  narrow = {
    ...opened,
    inOrganization: async (organizationId, work) => {
      asked += 1;
      const loses = losesNext;
      losesNext = false;
      try {
        const answer = await opened.inOrganization(organizationId, work);
        if (loses) throw new Error("Connection terminated unexpectedly");
        return answer;
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  };
});
afterAll(async () => {
  await narrow.close();
  await test.drop();
});

const asks: Heard & { turnKey: string } = { turnKey: "1", kind: "speech", text: "Do not call me again." };

const createTalk = async (options: Parameters<Rig["open"]>[0] = {}) => {
  failures = [];
  const rig = await createReception({ ...test, database: narrow }, tenant, {
    model: recordedModel(says("I have noted it.")),
  });
  const opened = await rig.open(options);
  await opened.conversation.begin(begin);
  return { rig, ...opened };
};

/** Holds the process's one connection until it is let go. */
const holdConnection = async (): Promise<() => Promise<void>> => {
  const taken = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const holding = narrow.inOrganization(tenant.organizationId, async () => {
    taken.resolve();
    await letGo.promise;
  });
  await taken.promise;
  return async () => {
    letGo.resolve();
    await holding;
  };
};

const wordsOf = async ({ runUuid }: Rig): Promise<string[]> => {
  const rows = await test.everything
    .selectFrom("conversation_entries as e")
    .innerJoin("call_runs as r", "r.id", "e.run_id")
    .select("e.text")
    .where("r.uuid", "=", runUuid)
    .where("e.discarded_at", "is", null)
    .orderBy("e.id")
    .execute();
  return rows.map(({ text }) => text);
};

const ALL = ["Hello Ada, this is Mira.", asks.text, "I have noted it."];

it("words that come over a relay while no connection is free are kept and answered", async () => {
  const { rig, conversation } = await createTalk();
  const letGo = await holdConnection();
  const answered = conversation.hear(asks);
  await waitUntil("the database has refused", async () => failures.length > 1);
  expect(failures).toEqual(failures.map(() => expect.any(PoolFullError)));
  await letGo();
  expect(await answered).toMatchObject({ kind: "done" });
  expect(await wordsOf(rig)).toEqual(ALL);
});

it("words whose connection is ended by the server while they are being kept are kept once", async () => {
  const { rig, conversation } = await createTalk();
  const { answered } = await test.everything.transaction().execute(async (tx) => {
    const run = tx.selectFrom("call_runs").select("id").where("uuid", "=", rig.runUuid);
    await tx.selectFrom("conversations").select("run_id").where("run_id", "in", run).forUpdate().execute();
    const answered = conversation.hear(asks);
    await waitUntil("the claim waits, and its connection is ended", async () => {
      const ended = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'narrow' and wait_event_type = 'Lock'`.execute(
        test.everything,
      );
      return ended.rows.length > 0;
    });
    await waitUntil("it has failed", async () => failures.length > 0);
    // In an object, so that the lock does not wait for it.
    return { answered };
  });
  expect(await answered).toMatchObject({ kind: "done" });
  expect(await wordsOf(rig)).toEqual(ALL);
});

it("words that were kept while the answer to it was lost are answered at once, and kept once", async () => {
  let askedBefore = 0;
  const { rig, conversation } = await createTalk({
    model: recordedModel(function* () {
      askedBefore = asked;
      yield { kind: "text", text: "I have noted it." };
    }),
  });
  const askedAtFirst = asked;
  losesNext = true;
  expect(await conversation.hear(asks)).toMatchObject({ kind: "done" });
  expect(failures).toHaveLength(1);
  // The claim whose answer was lost, and the one by which it is known again: nobody waits for it to be given up.
  expect(askedBefore - askedAtFirst).toBe(2);
  expect(await wordsOf(rig)).toEqual(ALL);
});

it("the agent's words that find no connection are kept in their place", async () => {
  let letGo = async () => {};
  const { rig, conversation } = await createTalk({
    model: recordedModel(async function* () {
      letGo = await holdConnection();
      yield { kind: "text", text: "I have noted it." };
    }),
  });
  const answered = conversation.hear(asks);
  await waitUntil("the database has refused", async () => failures.length > 1);
  await letGo();
  expect(await answered).toMatchObject({ kind: "done" });
  expect(await wordsOf(rig)).toEqual(ALL);
});

it("a client that asks over HTTP is told at once, and asks again", async () => {
  const { rig, conversation } = await createTalk({ driver: "text" });
  const letGo = await holdConnection();
  await expect(conversation.hear(asks)).rejects.toThrow(PoolFullError);
  expect(failures).toHaveLength(1);
  await letGo();
  expect(await conversation.hear(asks)).toMatchObject({ kind: "done" });
  expect((await wordsOf(rig)).slice(-2)).toEqual(ALL.slice(-2));
});
