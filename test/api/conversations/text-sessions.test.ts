import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getRunOperation } from "../../../api/calls/calls.operations.ts";
import {
  createTextSessionOperation,
  getTextSessionOperation,
  sendMessageOperation,
} from "../../../api/conversations/text/text-sessions.operations.ts";
import type { DefinitionOf } from "../../../domain/tool/tool-definition.ts";
import { addDocument } from "../../application/conversation/indexed-documents.ts";
import { receptionDefinition } from "../../application/conversation/rig.ts";
import { createAgent } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { createTestNamespace } from "../../harness/test-temporal.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { startTestWorker } from "../campaigns/running-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "ringdown-sessions-"));
let test: TestDatabase;
let api: TestApi;
let worker: { stop(): Promise<void> };
let tenant: Tenant;
let client: ApiClient;
let agentId: number;

beforeAll(async () => {
  const namespace = await createTestNamespace();
  test = await createTestDatabase();
  api = await startTestApi(test, { environment: { TEMPORAL_NAMESPACE: namespace, DATA_DIR: folder } });
  worker = await startTestWorker(test, { api, namespace });
  tenant = await createTenant(test, "ours");
  client = api.client({ token: tenant.operator.token });
  agentId = await publishAgent();
});
afterAll(async () => {
  await worker.stop();
  await api.close();
  await test.drop();
  rmSync(folder, { recursive: true, force: true });
});

const publishAgent = async (): Promise<number> => {
  const extraction = {
    extraction_enabled: true,
    extraction_variables: [{ name: "day", type: "string", prompt: "The day" }],
  };
  const definition = receptionDefinition({ booking: extraction, start: { tool_uuids: [await addTransferTool()] } });
  return (await createAgent(api.client({ token: tenant.owner.token }), { workflow_definition: definition })).id;
};

const addTransferTool = async (): Promise<string> => {
  const config = {
    mode: "cold" as const,
    hold: null,
    briefing_language: null,
    further_destinations: [],
    destination_source: "static" as const,
    workflow_id: null,
    channel_id: null,
    destination: "+14155550199",
    messageType: "none" as const,
    customMessage: null,
    audioRecordingId: null,
    timeout: 20,
    parameters: [],
    resolver: null,
    context_mapping: null,
  } satisfies DefinitionOf<"transfer_call">["config"];
  const definition = {
    schema_version: 1,
    type: "transfer_call" as const,
    config,
  } satisfies DefinitionOf<"transfer_call">;
  const { tool_uuid } = await test.everything
    .insertInto("tools")
    .values({ organization_id: tenant.organizationId, name: "colleague", category: "transfer_call", definition })
    .returning("tool_uuid")
    .executeTakeFirstOrThrow();
  return tool_uuid;
};

const create = async (body: object = {}) =>
  (
    await client.call(createTextSessionOperation, {
      params: { workflow_id: agentId },
      body: { initial_context: { name: "Ada", company: "Example" }, ...body },
    })
  ).body;
const addressOf = (session: { workflow_run_id: number }) => ({
  workflow_id: agentId,
  run_id: session.workflow_run_id,
});
const send = async (session: { workflow_run_id: number }, text: string, expected_revision?: number) =>
  (await client.call(sendMessageOperation, { params: addressOf(session), body: { text, expected_revision } })).body;
const wordsOf = (session: Awaited<ReturnType<typeof create>>) =>
  session.session_data.turns.map((turn) => [turn.user_message?.text, turn.assistant_message?.text]);
const runOf = async (session: { workflow_run_id: number }) =>
  (await client.call(getRunOperation, { params: addressOf(session) })).body;

describe("a session in text", () => {
  it("is talked through from the greeting to the goodbye, and is a completed run then", async () => {
    const session = await create({ name: "First talk" });
    expect(session).toMatchObject({ name: "First talk", mode: "textchat", state: "in_progress", is_completed: false });
    expect(wordsOf(session)).toEqual([[undefined, "Hello Ada, this is Mira."]]);
    const second = await send(session, "I want to book an appointment.");
    expect(second.session_data.turns[1]?.events).toMatchObject([{ kind: "transition", name: "book_appointment" }]);
    expect(second.checkpoint.current_node_id).toBe("booking");
    const third = await send(session, "The day is Monday, then we are finished.", second.revision);
    expect(wordsOf(third).at(-1)).toEqual([
      "The day is Monday, then we are finished.",
      "Thank you for calling. Goodbye.",
    ]);
    expect(third).toMatchObject({ is_completed: true, session_data: { status: "ended", end_reason: "agent_hangup" } });
    await waitUntil("the run is completed", async () => (await runOf(session)).is_completed);
    expect(await runOf(session)).toMatchObject({
      state: "completed",
      outcome: "answered",
      disposition: "agent_hangup",
      end_reason: "agent_hangup",
      gathered_context: { day: "Monday", mapped_call_disposition: "agent_hangup" },
    });
    const refused = await client.refused(sendMessageOperation, {
      params: addressOf(session),
      body: { text: "Hello?" },
    });
    expect(refused).toMatchObject({ status: 409, code: "session_over" });
  });

  it("is not connected to a telephone: the agent is told so, and goes on", async () => {
    const session = await create();
    const answered = await send(session, "Connect me to your colleague");
    expect(answered.is_completed).toBe(false);
    const steps = await test.everything
      .selectFrom("conversation_entries")
      .select(["text", "details"])
      .where("run_id", "=", session.workflow_run_id)
      .where("speaker", "=", "step")
      .execute();
    expect(steps.map(({ text }) => text)).toEqual(["colleague"]);
    expect(JSON.stringify(steps)).toContain("A chat cannot be connected to a telephone.");
    expect(wordsOf(answered).at(-1)?.[1]).toEqual(expect.stringMatching(/\w/));
  });

  it("reads the documents that its step names", async () => {
    const index = api.dependencies.passageIndex;
    const blocks = [{ kind: "paragraph" as const, text: "Parking is behind the house.", page: 2, row: null }];
    const uuid = await addDocument({ test, tenant, index }, { filename: "house.pdf", blocks });
    const definition = receptionDefinition({ start: { document_uuids: [uuid] } });
    const reader = await createAgent(api.client({ token: tenant.owner.token }), { workflow_definition: definition });
    const params = { workflow_id: reader.id };
    const { body: session } = await client.call(createTextSessionOperation, { params, body: {} });
    const address = { ...params, run_id: session.workflow_run_id };
    const body = { text: "Search documents: where is the parking?" };
    const { body: answered } = await client.call(sendMessageOperation, { params: address, body });
    const turn = answered.session_data.turns.at(-1);
    expect(turn?.events).toMatchObject([{ kind: "tool_call", name: "search_documents", state: "done" }]);
    expect(turn?.assistant_message?.text).toBe("Parking is behind the house.");
  });

  it("refuses a message for another revision, with both, and changes nothing", async () => {
    const session = await create();
    const refused = await client.refused(sendMessageOperation, {
      params: addressOf(session),
      body: { text: "Hello", expected_revision: session.revision - 1 },
    });
    expect(refused).toMatchObject({
      status: 409,
      code: "revision_conflict",
      detail: { expected_revision: session.revision - 1, actual_revision: session.revision },
    });
    const now = (await client.call(getTextSessionOperation, { params: addressOf(session) })).body;
    expect(now).toEqual(session);
  });
});
