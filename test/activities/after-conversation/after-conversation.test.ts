import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import { reviewRun } from "../../../activities/after-conversation/review-run.ts";
import { sendRunWebhooks } from "../../../activities/after-conversation/send-run-webhooks.ts";
import type { AgentDefinition } from "../../../domain/agent/agent-definition.ts";
import type { Evidence } from "../../../domain/conversation/evidence.ts";
import { systemClock } from "../../../infra/clock.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { createLogger } from "../../../infra/logger.ts";
import { readAgentWebhookSecret } from "../../../infra/postgres/agent/webhook-signing.repository.ts";
import { signWebhook } from "../../../infra/postgres/webhook/webhook-secret.ts";
import { noPrices } from "../../../infra/telephony/price-table.ts";
import { createAgentRows, minimalDefinition } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";

let test: TestDatabase;
let tenant: Tenant;
let receiver: HttpReceiver;
let model: ChatServer;

beforeAll(async () => {
  [test, receiver, model] = await Promise.all([createTestDatabase(), startHttpReceiver(), startChatServer()]);
  tenant = await createTenant(test);
});
afterAll(async () => {
  await Promise.all([receiver.close(), model.close()]);
  await test.drop();
});
afterEach(() => {
  receiver.requests.length = 0;
  receiver.answer = (_request, response) => respond(response, 200, {});
  model.requests.length = 0;
});

const deps = () => ({
  database: test.database,
  secrets: testSecrets,
  guardedRequests: createGuardedRequests(readOutboundPolicy("127.0.0.1")),
  clock: systemClock,
  logger: createLogger("test", { level: "silent" }),
  prices: noPrices,
});

const withNode = (type: string, data: Record<string, unknown>): AgentDefinition => {
  const { nodes, edges } = minimalDefinition();
  return { nodes: [...nodes, { id: "after", type, position: { x: 0, y: 0 }, data: { name: "CRM", ...data } }], edges };
};

/** A call of this agent that is over, in which the person has said one thing. */
const endedRun = async (
  definition: AgentDefinition,
  row: {
    duration_seconds?: number;
    outcome?: string;
    gathered_context?: object;
    evidence?: Record<string, Evidence>;
  } = {},
) => {
  const { organizationId: organization_id } = tenant;
  const agent = await createAgentRows(test, tenant, {
    definition,
    configurations: { models: { llm: { provider: "openai", model: "judge", base_url: model.baseUrl } } },
  });
  const uuid = randomUUID();
  const run = await test.everything
    .insertInto("call_runs")
    .values({
      uuid,
      organization_id,
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      name: "WR-1",
      mode: "simulator",
      state: "completed",
      outcome: "answered",
      disposition: "sold",
      duration_seconds: 60,
      initial_context: { name: "Ada" },
      gathered_context: { size: 42 },
      ...row,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .insertInto("conversations")
    .values({ organization_id, run_id: run.id, driver: "relay" })
    .execute();
  await test.everything
    .insertInto("conversation_turns")
    .values({ organization_id, run_id: run.id, number: 1, key: "begin", input: { kind: "begin" }, state: "done" })
    .execute();
  await test.everything
    .insertInto("conversation_entries")
    .values({ organization_id, run_id: run.id, turn: 1, speaker: "person", text: "I take it." })
    .execute();
  const input = { organizationId: organization_id, runUuid: uuid };
  return { input, runId: run.id, agentId: agent.agentId };
};

const answerWith = (answer: ChatServer["answers"][number]) => model.answers.splice(0, model.answers.length, answer);

const timelineOf = async (runId: number) => {
  const rows = await test.everything
    .selectFrom("timeline_events")
    .select("summary")
    .where("run_id", "=", runId)
    .execute();
  return rows.map(({ summary }) => summary);
};

it("a webhook tells of the call what its template names, signed, once", async () => {
  const { input, runId, agentId } = await endedRun(
    withNode("webhook", {
      endpoint_url: `${receiver.url}/calls`,
      http_method: "PUT",
      custom_headers: [{ key: "X-Team", value: "blue" }],
      payload_template: { who: "{{name}}", size: "{{size}}", how: "{{disposition}}, {{transcript}}" },
    }),
  );
  expect(await sendRunWebhooks(deps(), input)).toEqual({ kind: "done" });
  expect(await sendRunWebhooks(deps(), input)).toEqual({ kind: "done" });
  const [request, second] = receiver.requests;
  expect(second).toBeUndefined();
  expect(request).toMatchObject({ method: "PUT", url: "/calls", headers: { "x-team": "blue" } });
  expect(JSON.parse(request?.body ?? "")).toEqual({ who: "Ada", size: 42, how: "sold, person: I take it." });
  const secret = await test.database.inOrganization(input.organizationId, (tx) =>
    readAgentWebhookSecret(tx, { agentId, organizationId: input.organizationId, secrets: testSecrets }),
  );
  const headers = request?.headers ?? {};
  const signed = {
    id: String(headers["webhook-id"]),
    timestamp: Number(headers["webhook-timestamp"]),
    body: request?.body ?? "",
  };
  expect(headers["webhook-signature"]).toBe(signWebhook(secret ?? "", signed));
  expect(await timelineOf(runId)).toEqual(["WR-1: the webhook CRM was delivered"]);
});

it("a webhook carries each variable's evidence, whole without a template and where one names it", async () => {
  const evidence = { size: { text: "forty-two, please", at: "2026-03-02T08:30:00.000Z", entry_id: 17 } };
  const plain = { endpoint_url: receiver.url, http_method: "POST" };
  const { input } = await endedRun(withNode("webhook", plain), { evidence });
  await sendRunWebhooks(deps(), input);
  const template = { ...plain, payload_template: { quotes: "{{evidence}}" } };
  const named = await endedRun(withNode("webhook", template), { evidence });
  await sendRunWebhooks(deps(), named.input);
  const [whole, filled] = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(whole).toMatchObject({ gathered_context: { size: 42 }, evidence });
  expect(filled).toEqual({ quotes: evidence });
});

it("a webhook that is refused for a moment is tried again; one that is gone is given up", async () => {
  const { input, runId } = await endedRun(withNode("webhook", { endpoint_url: receiver.url, http_method: "GET" }));
  receiver.answer = (_request, response) => respond(response, 503, {});
  expect(await sendRunWebhooks(deps(), input)).toEqual({ kind: "again", inSeconds: 5 });
  expect(await sendRunWebhooks(deps(), input)).toMatchObject({ kind: "again" });
  expect(receiver.requests).toHaveLength(1);
  expect(new URL(receiver.requests[0]?.url ?? "", receiver.url).searchParams.get("disposition")).toBe("sold");
  await test.everything
    .updateTable("after_call_steps")
    .set({ next_attempt_at: null })
    .where("run_id", "=", runId)
    .execute();
  receiver.answer = (_request, response) => respond(response, 410, {});
  expect(await sendRunWebhooks(deps(), input)).toEqual({ kind: "done" });
  const ids = receiver.requests.map(({ headers }) => headers["webhook-id"]);
  expect(ids[0]).toBe(ids[1]);
  expect(await timelineOf(runId)).toEqual(["WR-1: the webhook CRM was given up: It answered with status 410"]);
  // As after a restore of a backup that was made before: the receiver knows it by its id.
  await test.everything.deleteFrom("after_call_steps").where("run_id", "=", runId).execute();
  await sendRunWebhooks(deps(), input);
  expect(receiver.requests.at(-1)?.headers["webhook-id"]).toBe(ids[0]);
});

it("a webhook whose template names more than a request may hold is not sent, and says why", async () => {
  const payload_template = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`field_${at}`, "{{story}}"]));
  const node = { endpoint_url: receiver.url, http_method: "POST", payload_template };
  const { input, runId } = await endedRun(withNode("webhook", node), {
    gathered_context: { story: "x".repeat(4_000) },
  });
  expect(await sendRunWebhooks(deps(), input)).toMatchObject({ kind: "again" });
  expect(receiver.requests).toHaveLength(0);
  const step = test.everything.selectFrom("after_call_steps").select("error").where("run_id", "=", runId);
  expect((await step.executeTakeFirstOrThrow()).error).toBe(
    "The request was not sent: the values of its variables come to more than 1000000 characters.",
  );
});

const reviewing = (data: Record<string, unknown> = {}) =>
  withNode("qa", {
    qa_system_prompt: "A good call ends with a sale.",
    qa_questions: [{ question: "Was it friendly?" }],
    ...data,
  });
const answers = { score: 87, summary: "It sold.", answer_1: "Yes, very." };

it("a review asks the model its questions, once, and keeps score and answers", async () => {
  answerWith(
    stream([{ tool_calls: [{ index: 0, id: "c", function: { name: "review", arguments: JSON.stringify(answers) } }] }]),
  );
  const { input, runId } = await endedRun(reviewing());
  expect(await reviewRun(deps(), input, false)).toEqual({ kind: "done" });
  await reviewRun(deps(), input, false);
  expect(model.requests).toHaveLength(1);
  expect(model.requests[0]?.body["model"]).toBe("judge");
  expect(JSON.stringify(model.requests[0]?.body)).toContain("Was it friendly?");
  const { annotations } = await test.everything
    .selectFrom("call_runs")
    .select("annotations")
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  const kept = { score: 87, summary: "It sold.", answers: [{ question: "Was it friendly?", answer: "Yes, very." }] };
  expect(annotations).toEqual({ qa: { after: { name: "CRM", ...kept } } });
  expect(await timelineOf(runId)).toEqual(["WR-1, CRM: 87 of 100"]);
});

it.each([
  ["too short", reviewing({ qa_min_call_duration: 61 }), {}],
  ["with a voicemail", reviewing(), { outcome: "voicemail" }],
  ["while it is switched off", reviewing({ qa_enabled: false }), {}],
])("a call is not reviewed: %s", async (_why, definition, row) => {
  const { input, runId } = await endedRun(definition, row);
  await reviewRun(deps(), input, false);
  expect(model.requests).toHaveLength(0);
  expect(await timelineOf(runId)).toEqual([]);
});

it("a model that fails for good leaves a call without a review, and the timeline says why", async () => {
  answerWith(stream([{ content: "I will not." }]));
  const { input, runId } = await endedRun(reviewing());
  await reviewRun(deps(), input, true);
  expect(await timelineOf(runId)).toEqual([expect.stringContaining("could not be reviewed")]);
});
