import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { createApiKeyOperation } from "../../../api/api-keys/api-keys.operations.ts";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import {
  createTextSessionOperation,
  sendMessageOperation,
} from "../../../api/conversations/text/text-sessions.operations.ts";
import { createRehearsalOperation, getRehearsalOperation } from "../../../api/rehearsals/rehearsals.operations.ts";
import { createScenarioFromRunOperation } from "../../../api/rehearsals/scenario-sources.operations.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgent } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-from-run-"));
let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let owner: ApiClient;
let workflow_id: number;

beforeAll(async () => {
  const namespace = await createTestNamespace();
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  worker = await startTestWorker(test, { api, namespace });
  tenant = await createTenant(test);
  owner = api.client({ token: tenant.owner.token });
  const extraction = {
    extraction_enabled: true,
    extraction_variables: [{ name: "day", type: "string", prompt: "The day" }],
  };
  const workflow_definition = receptionDefinition({ booking: extraction });
  workflow_id = (await createAgent(owner, { workflow_definition })).id;
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Somebody books in writing, to the end. */
const talk = async (
  initial_context: Record<string, unknown> = { name: "Zelda Quist", company: "Example & Co" },
): Promise<number> => {
  const { body } = await owner.call(createTextSessionOperation, { params: { workflow_id }, body: { initial_context } });
  const params = { workflow_id, run_id: body.workflow_run_id };
  for (const text of ["I am Zelda, and I want to book an appointment.", "Friday. That is all, we are finished."])
    await owner.call(sendMessageOperation, { params, body: { text } });
  await waitUntil("the conversation is concluded", () =>
    test.everything
      .selectFrom("conversations")
      .select("run_id")
      .where("run_id", "=", params.run_id)
      .where("concluded_at", "is not", null)
      .executeTakeFirst(),
  );
  return params.run_id;
};

it("makes a green scenario of a conversation that was, without its people", async () => {
  const run_id = await talk();
  const made = await owner.call(createScenarioFromRunOperation, {
    params: { workflow_id, run_id },
    body: { name: "Books in writing", runs: 2 },
  });
  expect(made.body).toMatchObject({
    name: "Books in writing",
    runs: 2,
    must_pass: true,
    source: { kind: "run", run_id },
    context: { name: "Alex Example", company: "Example & Co" },
  });
  expect(JSON.stringify(made.body)).not.toMatch(/zelda|quist/i);
  expect(made.body.caller.lines).toEqual([
    { say: "I am Alex, and I want to book an appointment." },
    { when: "Which day suits you?", say: "Friday. That is all, we are finished." },
  ]);
  expect(made.body.checks.map(({ kind }) => kind)).toContain("ends_at");
  const { body: started } = await owner.call(createRehearsalOperation, { params: { workflow_id }, body: {} });
  const over = await waitUntil("the rehearsal is over", async () => {
    const params = { workflow_id, rehearsal_id: started.id };
    const { body } = await owner.call(getRehearsalOperation, { params });
    return body.state === "done" ? body : undefined;
  });
  expect(over.conversations.flatMap(({ checks }) => checks.filter(({ passed }) => !passed))).toEqual([]);
  expect(over.counts).toMatchObject({ green: 2, red: 0 });
});

it("is kept as a look at a person's words, by the run", async () => {
  const run_id = await talk();
  await owner.call(createScenarioFromRunOperation, { params: { workflow_id, run_id }, body: { name: "A look" } });
  const { body } = await owner.call(listActsOperation, { query: { kind: "looked_at_person" } });
  expect(body.acts).toContainEqual(
    expect.objectContaining({
      operation: "scenarios.createFromRun",
      subject: { workflow_id: String(workflow_id), run_id: String(run_id) },
    }),
  );
});

it("refuses a run without words, and tells why", async () => {
  const run_id = await talk();
  const refused = async (state: object | null) => {
    if (state !== null)
      await test.everything.updateTable("conversations").set(state).where("run_id", "=", run_id).execute();
    return owner.refused(createScenarioFromRunOperation, { params: { workflow_id, run_id }, body: {} });
  };
  const whys = [
    [{ driver: "relay", state: "open" }, /under way/],
    [{ state: "ended", words_removed_at: new Date() }, /removed/],
  ] as const;
  for (const [state, detail] of whys)
    expect(await refused(state)).toMatchObject({
      status: 409,
      code: "no_conversation",
      detail: expect.stringMatching(detail),
    });
  await test.everything.deleteFrom("conversations").where("run_id", "=", run_id).execute();
  expect(await refused(null)).toMatchObject({
    code: "no_conversation",
    detail: expect.stringContaining("Nothing was said"),
  });
});

it("is refused to a key that may not read calls", async () => {
  const run_id = await talk();
  const scopes = ["rehearsals:write" as const];
  const { body } = await owner.call(createApiKeyOperation, { body: { name: "For rehearsals", scopes } });
  const client = api.client({ apiKey: body.api_key });
  const request = { params: { workflow_id, run_id }, body: {} };
  const refusal = await client.refused(createScenarioFromRunOperation, request);
  expect(refusal).toMatchObject({ status: 403, code: "scope_missing" });
});
