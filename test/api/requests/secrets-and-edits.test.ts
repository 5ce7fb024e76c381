import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import {
  getAgentOperation,
  publishAgentOperation,
  updateAgentOperation,
} from "../../../api/agents/agents.operations.ts";
import { postMessageOperation, readTimelineOperation } from "../../../api/channels/channels.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { provideSecretOperation, settleEditOperation } from "../../../api/requests/requests.operations.ts";
import {
  createToolOperation,
  deleteToolOperation,
  getToolOperation,
  unarchiveToolOperation,
} from "../../../api/tools/tools.operations.ts";
import { openCredential } from "../../../infra/postgres/credential/credential.repository.ts";
import { openOtlpTracing } from "../../../infra/telemetry/otlp-tracing.ts";
import type { Tracing } from "../../../infra/telemetry/tracing.ts";
import { requestContract } from "../../../workflows/request/request.contract.ts";
import { captureLog } from "../../harness/captured-log.ts";
import { type OtlpReceiver, startOtlpReceiver } from "../../harness/otlp-receiver.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { type AskingOrganization, startAskingOrganization } from "./asking-organization.ts";

const PLANTED = "planted-secret-value-4711";
const EDIT = {
  reason: "Callers ask for the price first.",
  changes: [{ step: "Booking", field: "prompt", text: "Say the price first." }],
};
/** The difference shows 4,000 UTF-16 units of a text, the last of which is half a character here. */
const LONG_EDIT = {
  reason: "It says too little.",
  changes: [{ step: "Booking", field: "prompt", text: `${"x".repeat(3_999)}😀 and more` }],
};
const SCRIPT = [
  { when: "the key was provided", say: "Now I can look it up." },
  { when: "the change was published", say: "I know better now." },
  { when: "look it up", call: { name: "request_secret", arguments: { name: "CRM", why: "To look up orders" } } },
  { when: "wrong prompt", call: { name: "propose_edit", arguments: EDIT } },
  { when: "long prompt", call: { name: "propose_edit", arguments: LONG_EDIT } },
  { when: "summarise", call: { name: "hand_over", arguments: { title: "Summary", text: "They want a table." } } },
];

let ours: AskingOrganization;
const captured = captureLog();

let collector: OtlpReceiver;
let tracing: Tracing;

beforeAll(async () => {
  collector = await startOtlpReceiver();
  tracing = openOtlpTracing({
    endpoint: collector.endpoint,
    service: "ringdown",
    logger: captured.logger,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_TRACES_SAMPLER: "always_on",
    OTEL_TRACES_SAMPLER_ARG: 1,
  });
  ours = await startAskingOrganization(SCRIPT, { logger: captured.logger, tracing });
});
afterAll(async () => {
  await ours.close();
  await tracing.close();
  await collector.close();
});

const asked = async (agentId: number, words: string) => {
  const session = await ours.talk(agentId);
  await session.send(words);
  return { session, row: await ours.request(({ run_id }) => run_id === session.runId) };
};

describe("a key that an agent asks for", () => {
  it("becomes a credential, once, and stands nowhere else", async () => {
    const { session, row } = await asked(await ours.publish({ request_secret: true }), "Please look it up");
    const body = { event_id: row.event_id, value: PLANTED };
    const options = { idempotencyKey: "a key of the request" };
    const { body: provided } = await ours.admin.call(provideSecretOperation, { body }, options);
    const { body: again } = await ours.admin.call(provideSecretOperation, { body }, options);
    expect(again).toEqual(provided);
    const late = await ours.admin.refused(provideSecretOperation, { body });
    expect(late).toMatchObject({ status: 409, code: "request_settled" });
    await waitUntil("the agent knows", async () => (await session.said()).at(-1) === "Now I can look it up.");
    await waitUntil("it is over", async () => (await ours.request(({ id }) => id === row.id)).finished_at);

    const credentials = await ours.test.everything.selectFrom("credentials").selectAll().execute();
    expect(credentials.map((each) => openCredential(each, testSecrets))).toEqual([
      { type: "bearer_token", data: { token: PLANTED } },
    ]);
    expect(provided.credential_uuid).toBe(credentials[0]?.uuid);
    expect(await placesOf(PLANTED)).toEqual([]);
    expect(captured.text()).not.toContain(PLANTED);
    const { workflow } = ours.api.dependencies.temporal;
    const workflowId = requestContract.workflowId({ organizationId: ours.tenant.organizationId, requestId: row.id });
    const history = JSON.stringify(await workflow.getHandle(workflowId).fetchHistory());
    expect(history).not.toContain(PLANTED);
    expect(history).not.toContain(Buffer.from(PLANTED).toString("base64").slice(0, 24));
  });

  it("stands in no trace of what was just done with it", async () => {
    await tracing.close();
    expect(collector.spans().map(({ name }) => name)).toContain("POST /api/v1/timeline/secrets/provide");
    expect(collector.text()).not.toContain(PLANTED);
    expect(collector.text()).not.toContain(createHash("sha256").update(PLANTED).digest("hex"));
  });

  it("is not hashed with the rest of the body: another value under the same key is the same request", async () => {
    const { row } = await asked(await ours.publish({ request_secret: true }), "Please look it up");
    const options = { idempotencyKey: "another key" };
    const first = await ours.admin.call(
      provideSecretOperation,
      { body: { event_id: row.event_id, value: "one" } },
      options,
    );
    const second = await ours.admin.call(
      provideSecretOperation,
      { body: { event_id: row.event_id, value: "two" } },
      options,
    );
    expect(second.body).toEqual(first.body);
  });

  it.each([
    { name: "is given to the MCP tool that it was asked for", account_id: null, isGiven: true },
    { name: "is not given to an MCP tool that acts by an account by now", account_id: 7, isGiven: false },
  ])("$name", async ({ account_id, isGiven }) => {
    const { row } = await asked(await ours.publish({ request_secret: true }), "Please look it up");
    const url = "https://mcp.example.com/mcp";
    const { body: tool } = await ours.admin.call(createToolOperation, {
      body: { name: "Desk", category: "mcp", definition: { type: "mcp", config: { url } } },
    });
    const { tool_uuid } = tool;
    await ours.test.everything
      .updateTable("tools")
      .set({ definition: sql`jsonb_set(definition, '{config,account_id}', ${JSON.stringify(account_id)}::jsonb)` })
      .where("tool_uuid", "=", tool_uuid)
      .execute();
    await ours.test.everything
      .updateTable("requests")
      .set({ subject: { ...row.subject, tool_uuid } })
      .where("id", "=", row.id)
      .execute();
    const body = { event_id: row.event_id, value: "a token" };
    const { body: provided } = await ours.admin.call(provideSecretOperation, { body });
    const { definition } = (await ours.admin.call(getToolOperation, { params: { tool_uuid } })).body;
    expect(definition).toMatchObject({
      config: { account_id, credential_uuid: isGiven ? provided.credential_uuid : null },
    });
  });

  it("is refused when no header may hold it, without saying what it is", async () => {
    const { row } = await asked(await ours.publish({ request_secret: true }), "Please look it up");
    const body = { event_id: row.event_id, value: `${PLANTED}\u2603x` };
    const refused = await ours.admin.refused(provideSecretOperation, { body });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.detail)).not.toContain(PLANTED);
  });
});

/** Tables whose rows hold these words, or their SHA-256, anywhere. */
const placesOf = async (words: string): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    ours.test.everything,
  );
  const hex = createHash("sha256").update(words).digest("hex");
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)} t
      where t::text like ${`%${words}%`} or t::text like ${`%${hex}%`}
        or t::text like ${`%${Buffer.from(words).toString("hex")}%`}`.execute(ours.test.everything);
    if ((rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
};

describe("a change that an agent proposes to itself", () => {
  it("is shown by its difference, published once, and then what callers hear", async () => {
    const agentId = await ours.publish({ propose_edit: true });
    const { session, row } = await asked(agentId, "That is the wrong prompt");
    expect(row.subject).toMatchObject({
      reason: EDIT.reason,
      diff: {
        nodes: [
          {
            name: "Booking",
            change: "changed",
            fields: [{ field: "prompt", before: "Which day suits you?", after: "Say the price first." }],
          },
        ],
        edges: [],
      },
    });
    await ours.admin.call(settleEditOperation, { body: { event_id: row.event_id, decision: "publish" } });
    const { body: agent } = await ours.admin.call(getAgentOperation, { params: { workflow_id: agentId } });
    expect(agent).toMatchObject({ version: 2, draft_version: null });
    expect(JSON.stringify(agent)).toContain("Say the price first.");
    await waitUntil("the agent knows", async () => (await session.said()).at(-1) === "I know better now.");
    const late = await ours.admin.refused(settleEditOperation, {
      body: { event_id: row.event_id, decision: "discard" },
    });
    expect(late).toMatchObject({ status: 409, code: "request_settled" });
  });

  it("is shown by the beginning of a long text, in whole characters", async () => {
    const { row } = await asked(await ours.publish({ propose_edit: true }), "Write a long prompt");
    expect(row.subject).toMatchObject({
      diff: { nodes: [{ fields: [{ field: "prompt", after: "x".repeat(3_999) }] }] },
    });
  });

  it("is settled where its draft is published as any other one, and the agent hears of it", async () => {
    const agentId = await ours.publish({ propose_edit: true });
    const { session, row } = await asked(agentId, "That is the wrong prompt");
    await ours.admin.call(publishAgentOperation, { params: { workflow_id: agentId } });
    expect(await ours.request(({ id }) => id === row.id)).toMatchObject({ state: "settled", decision: "published" });
    const { body } = await ours.admin.call(readTimelineOperation, { query: { kinds: "edit_settled" } });
    expect(body.events.filter(({ payload }) => payload["event_id"] === row.event_id)).toMatchObject([
      { summary: "The change was published", actor: `user:${ours.tenant.admin.userId}` },
    ]);
    await waitUntil("the agent knows", async () => (await session.said()).at(-1) === "I know better now.");
  });

  it("is not published when the draft has moved on, stays open, and leaves the draft to whoever changed it", async () => {
    const agentId = await ours.publish({ propose_edit: true });
    const { row } = await asked(agentId, "That is the wrong prompt");
    const params = { workflow_id: agentId };
    await ours.admin.call(updateAgentOperation, { params, body: { template_context_variables: { company: "Other" } } });
    const body = { event_id: row.event_id, decision: "publish" as const };
    expect(await ours.admin.refused(settleEditOperation, { body })).toMatchObject({ status: 409, code: "draft_moved" });
    expect((await ours.request(({ id }) => id === row.id)).state).toBe("open");
    await ours.admin.call(settleEditOperation, { body: { ...body, decision: "discard" } });
    expect((await ours.admin.call(getAgentOperation, { params })).body.draft_version).toBe(2);
  });

  it("is not published when what it names is gone, stays open, and is once that is back", async () => {
    const tool_uuid = await ours.bookingTool("https://example.com/tables");
    const agentId = await ours.publish({ propose_edit: true, tool_uuids: [tool_uuid] });
    const { row } = await asked(agentId, "That is the wrong prompt");
    const archived = { params: { tool_uuid } };
    await ours.admin.call(deleteToolOperation, archived);
    const body = { event_id: row.event_id, decision: "publish" as const };
    const refusal = await ours.admin.refused(settleEditOperation, { body });
    expect(refusal).toMatchObject({ status: 409, code: "draft_faulty" });
    expect(refusal.detail).toBe(
      "The draft cannot be published: The tool is archived: make it active again, or leave it out",
    );
    expect((await ours.request(({ id }) => id === row.id)).state).toBe("open");
    await ours.admin.call(unarchiveToolOperation, archived);
    expect((await ours.admin.call(settleEditOperation, { body })).body.state).toBe("settled");
  });

  it("is dropped with its draft when it is discarded, and not proposed over a draft that is there", async () => {
    const agentId = await ours.publish({ propose_edit: true });
    const { row } = await asked(agentId, "That is the wrong prompt");
    const second = await ours.talk(agentId);
    await second.send("That is the wrong prompt");
    const rows = ours.test.everything.selectFrom("requests").select("id").where("run_id", "=", second.runId);
    expect(await rows.execute()).toEqual([]);
    await ours.admin.call(settleEditOperation, { body: { event_id: row.event_id, decision: "discard" } });
    const { body: agent } = await ours.admin.call(getAgentOperation, { params: { workflow_id: agentId } });
    expect(agent).toMatchObject({ version: 1, draft_version: null });
  });
});

describe("a change as long as the longest prompt, which nobody on a telephone would hear to its end", () => {
  const changes = [{ step: "Booking", field: "prompt", text: "Say good day. ".repeat(6_500).trim() }];
  const WISH = "Write all of it down";
  const edit = { name: "propose_edit", arguments: JSON.stringify({ reason: "Longer", changes }) };
  let chat: ChatServer;
  beforeAll(async () => {
    chat = await startChatServer();
    const call = { tool_calls: [{ index: 0, id: "call_1", type: "function", function: edit }] };
    chat.answers.push((response) => {
      const asked = JSON.stringify(chat.requests.at(-1)?.body);
      // Agents of the tests before still hear what became of their proposals.
      const isAsked = asked.includes(WISH) && !asked.includes('"role":"tool"');
      return (isAsked ? stream([call], { finish: "tool_calls" }) : stream([{ content: "Proposed." }]))(response);
    });
    const llm = { provider: "openai" as const, model: "a-model", base_url: chat.baseUrl, api_key: "a key" };
    await ours.owner.call(setModelsOperation, { body: { llm } });
  });
  afterAll(async () => {
    await ours.owner.call(setModelsOperation, {
      body: { llm: { provider: "local", model: "scripted", script: SCRIPT } },
    });
    await chat.close();
  });
  it("is proposed in a text session", async () => {
    const { session, row } = await asked(await ours.publish({ propose_edit: true }), WISH);
    expect(row.kind).toBe("edit");
    expect((await session.said()).at(-1)).toBe("Proposed.");
  });

  it("is proposed in a thread", async () => {
    const workflow_id = await ours.publish({ propose_edit: true });
    const { body } = await ours.operator.call(postMessageOperation, {
      body: { text: WISH, workflow_id },
    });
    const replies = await waitUntil("the agent has replied", async () => {
      const { events } = (await ours.operator.call(readTimelineOperation, { query: { thread_id: body.thread_id } }))
        .body;
      return events.some(({ payload }) => payload["reply_to"] === body.event_id) && events;
    });
    expect(replies.map(({ kind }) => kind)).toContain("edit_proposed");
  });
});

it("a result that an agent hands over is a deliverable in the timeline", async () => {
  const session = await ours.talk(await ours.publish({ hand_over: true }));
  await session.send("Please summarise");
  const { body } = await ours.operator.call(readTimelineOperation, { query: { deliverables_only: "true" } });
  expect(body.events).toMatchObject([
    { kind: "deliverable", summary: "Summary", is_deliverable: true, payload: { text: "They want a table." } },
  ]);
});
