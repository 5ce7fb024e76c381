import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { readConversationFigures } from "../../../../infra/postgres/conversation/conversation-figures.repository.ts";
import { up as fillFigures } from "../../../../infra/postgres/migrations/0084-figures-of-conversations.ts";
import { createAgentRows } from "../../../factories/agents.ts";
import { createRunRow, endedCall } from "../../../factories/calls.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const talk = async (conversation: object = {}) => {
  const agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
  const run = await createRunRow(test, agent, endedCall());
  const row = { organization_id: run.organization_id, run_id: run.id };
  await test.everything
    .insertInto("conversations")
    .values({ ...row, driver: "relay", state: "ended", concluded_at: new Date(), ...conversation })
    .execute();
  const turn = (number: number, first_sentence_ms: number | null, discarded_at: Date | null = null) => ({
    ...row,
    ...{ number, first_sentence_ms, discarded_at, input: {}, key: `turn ${number}`, state: "done" as const },
  });
  await test.everything
    .insertInto("conversation_turns")
    .values([turn(1, 5_000), turn(2, 300), turn(3, 900), turn(4, 400), turn(5, 9_000, new Date()), turn(6, null)])
    .execute();
  const said = (turnNumber: number, speaker: "agent" | "person", heard: string | null = null) => ({
    ...row,
    ...{ turn: turnNumber, speaker, text: "Some words", heard },
  });
  await test.everything
    .insertInto("conversation_entries")
    .values([
      // The greeting answers nobody.
      said(1, "agent"),
      said(2, "person"),
      // Two sentences of one answer are spoken over once.
      said(2, "agent", "Some"),
      said(2, "agent", ""),
      said(3, "person"),
      said(3, "person"),
      said(3, "agent"),
      said(4, "person"),
      said(4, "agent", "Some"),
      { ...said(5, "person"), discarded_at: new Date() },
      { ...said(5, "agent", "Some"), discarded_at: new Date() },
    ])
    .execute();
  return run;
};

const FIGURES = { turns: 3, interruptions: 2, answer_ms: 400, slowest_answer_ms: 900 };

it("figures of a conversation count what a person said, what they spoke over, and how fast they were answered", async () => {
  const run = await talk();
  const read = (id: number) =>
    test.database.inOrganization(tenant.organizationId, (tx) => readConversationFigures(tx, id));
  expect(await read(run.id)).toEqual(FIGURES);
  expect(await read(0)).toEqual({ turns: 0, interruptions: 0, answer_ms: null, slowest_answer_ms: null });
});

it("calls from before the figures get those of their conversations, as far as there are words", async () => {
  const [run, removed, open] = [
    await talk(),
    await talk({ words_removed_at: new Date() }),
    await talk({ concluded_at: null, state: "open" }),
  ];
  const pool = new Pool({ connectionString: test.superuserUrl, max: 1 });
  const migrating = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await fillFigures(migrating).finally(() => migrating.destroy());
  const rows = await test.everything
    .selectFrom("call_runs")
    .select(["id", "turns", "interruptions", "answer_ms", "slowest_answer_ms"])
    .where("id", "in", [run.id, removed.id, open.id])
    .orderBy("id")
    .execute();
  const none = { turns: null, interruptions: null, answer_ms: null, slowest_answer_ms: null };
  expect(rows).toEqual([
    { id: run.id, ...FIGURES },
    { id: removed.id, ...none },
    { id: open.id, ...none },
  ]);
});
