import { randomUUID } from "node:crypto";
import { createAgentOperation } from "../../../../api/agents/agents.operations.ts";
import { conversationPorts } from "../../../../api/conversations/conversation-ports.ts";
import { reviewRun } from "../../../../activities/after-conversation/review-run.ts";
import { sendRunWebhooks } from "../../../../activities/after-conversation/send-run-webhooks.ts";
import { afterConversationSteps, readAfterCallNodes } from "../../../../domain/agent/after-call-nodes.ts";
import type { AgentDefinition } from "../../../../domain/agent/agent-definition.ts";
import { planCall } from "../../../../domain/call/call-plan.ts";
import type { ConversationPorts } from "../../../../domain/conversation/conversation.ports.ts";
import { openConversation } from "../../../../domain/conversation/open-conversation.ts";
import { ModelError } from "../../../../domain/model/chat-model.ts";
import { createScriptedModel } from "../../../../infra/models/scripted.model.ts";
import { findAgentByTrigger } from "../../../../infra/postgres/agent/agent.repository.ts";
import { findRun } from "../../../../infra/postgres/call/call-run.repository.ts";
import { readRunAgent } from "../../../../infra/postgres/call/run-agent.repository.ts";
import { concludeConversation } from "../../../../infra/postgres/conversation/conclude-conversation.ts";
import { readAgentModel } from "../../../../infra/postgres/model/agent-model.repository.ts";
import type { Tenant } from "../../../factories/tenant.ts";
import { recordingSession } from "../../../infra/conversation/rig.ts";
import type { ApiClient } from "../../../harness/api-client.ts";
import type { HttpReceiver } from "../../../harness/http-receiver.ts";
import type { TestApi } from "../../../harness/test-api.ts";
import type { TestDatabase } from "../../../harness/test-database.ts";
import type { ChatServer } from "../../../infra/models/chat-server.ts";

export interface Stage {
  test: TestDatabase;
  api: TestApi;
  tenant: Tenant;
  admin: ApiClient;
  receiver: HttpReceiver;
  model: ChatServer;
}

export interface Subject {
  definition: AgentDefinition;
  configurations?: Record<string, unknown>;
  dispositions?: string[];
  templateVariables?: Record<string, unknown>;
  /** The carrier's result of the call. */
  outcome?: string;
}

interface SavedAgent {
  agentId: number;
  versionId: number;
  subject: Subject;
  /** Whether it was found by its trigger. */
  isTriggered: boolean;
}

/** The agent, or the place and reason of its refusal. */
export type Saved = { refused: unknown } | { agent: SavedAgent };

export const save = async ({ admin, test, tenant }: Stage, subject: Subject): Promise<Saved> => {
  const body = {
    name: "Observed",
    workflow_definition: subject.definition,
    workflow_configurations: subject.configurations ?? {},
    template_context_variables: subject.templateVariables ?? {},
    ...(subject.dispositions && { disposition_codes: subject.dispositions }),
  };
  const response = await admin.fetch("/api/v1/workflows/create/definition", {
    method: createAgentOperation.method.toUpperCase(),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: { id: number; current_definition_id: number; detail: unknown } = JSON.parse(await response.text());
  if (response.status !== 200) return { refused: answer.detail };
  const { id: agentId, current_definition_id: versionId } = answer;
  const found = await test.database.inOrganization(tenant.organizationId, (tx) => findAgentByTrigger(tx, PATH));
  // The next agent may have the same.
  await test.everything.deleteFrom("agent_triggers").where("agent_id", "=", agentId).execute();
  return { agent: { agentId, versionId, subject, isTriggered: found !== undefined } };
};

/**
 * Lets both agents hold calls of every kind, until something that reaches somebody else is different; gives where. Null:
 * in nothing.
 */
export const findDifference = async (stage: Stage, one: SavedAgent, other: SavedAgent): Promise<string | null> => {
  if (one.isTriggered !== other.isTriggered) return "trigger";
  for (const scene of SCENES) {
    const [first, second] = [await watch(stage, one, scene), await watch(stage, other, scene)];
    if (first !== second) return scene.name;
  }
  return null;
};

/** Writes down everything of a call that reaches somebody else. */
const watch = async (stage: Stage, agent: SavedAgent, scene: Scene): Promise<string> => {
  stage.receiver.requests.length = 0;
  stage.model.requests.length = 0;
  const call = await hold(stage, agent, scene);
  return withoutIds(JSON.stringify({ call, ...requestsOf(stage) }, null, 1), agent.agentId);
};

export const PATH = "observed-path";

type Conversation = Awaited<ReturnType<typeof openConversation>>;
const hear = (conversation: Conversation, turnKey: string, text: string) =>
  conversation.hear({ turnKey, kind: "speech", text });
const begin = { turnKey: "begin", answeredBy: "human" } as const;

interface Scene {
  name: string;
  failing?: true;
  play(conversation: Conversation): Promise<unknown>;
}

/** Calls as they happen: a talk, a voicemail, a silence, a model that fails, a call that lasts too long. */
const SCENES: readonly Scene[] = [
  {
    name: "talk",
    play: async (conversation) => {
      await conversation.begin(begin);
      await hear(conversation, "1", "Look it up for me, my size is 42 and my colour is red");
      await hear(conversation, "2", "Book appointment");
      await hear(conversation, "3", "Look it up again");
      await hear(conversation, "4", "Finished");
    },
  },
  { name: "voicemail", play: (conversation) => conversation.begin({ turnKey: "begin", answeredBy: "machine" }) },
  {
    name: "silence",
    play: async (conversation) => {
      await conversation.begin(begin);
      await conversation.hear({ turnKey: "1", kind: "silence" });
      await conversation.hear({ turnKey: "2", kind: "silence" });
    },
  },
  {
    name: "failure",
    failing: true,
    play: async (conversation) => {
      await conversation.begin(begin);
      await hear(conversation, "1", "Hello?");
      await hear(conversation, "2", "Hello?");
    },
  },
  {
    name: "too long",
    play: async (conversation) => {
      await conversation.begin(begin);
      await conversation.timeIsUp({ turnKey: "1" });
    },
  },
];

const hold = async (stage: Stage, { agentId, versionId, subject }: SavedAgent, scene: Scene) => {
  const { test, api, tenant } = stage;
  const { organizationId } = tenant;
  const runUuid = randomUUID();
  await test.everything
    .insertInto("call_runs")
    .values({
      uuid: runUuid,
      organization_id: organizationId,
      agent_id: agentId,
      agent_version_id: versionId,
      name: "WR-observed",
      mode: "simulator",
      outcome: subject.outcome ?? "answered",
      duration_seconds: 60,
      initial_context: { company: "Example" },
    })
    .execute();
  const asked: unknown[] = [];
  const recorded = recordingSession();
  const ports = watchedPorts(stage, { failing: scene.failing === true, note: (request) => void asked.push(request) });
  const pauses: number[] = [];
  const session = { ...recorded.session, pause: (durationMs: number) => void pauses.push(durationMs) };
  const address = { organizationId, runUuid, driver: "relay" as const, session };
  const conversation = await openConversation(ports, address);
  await scene.play(conversation);
  const end = conversation.facts.endsAt.getTime();
  await concludeConversation(api.dependencies, { organizationId, runUuid, isLastTry: true });
  const run = await test.database.inOrganization(organizationId, (tx) => findRun(tx, runUuid));
  if (!run) throw new Error("the run is gone");
  const agent = await test.database.inOrganization(organizationId, (tx) => readRunAgent(tx, run, FIRST_OF_MARCH));
  if (scene.name === "talk") await doAfterwards(stage, { organizationId, runUuid }, agent.definition);
  const after = await test.everything
    .selectFrom("call_runs")
    .selectAll()
    .where("uuid", "=", runUuid)
    .executeTakeFirstOrThrow();
  const timeline = await test.everything
    .selectFrom("timeline_events")
    .select(["kind", "summary"])
    .where("run_id", "=", run.id)
    .execute();
  return {
    scene: scene.name,
    asked,
    told: recorded.told,
    pauses,
    seconds: Math.round((end - conversation.facts.endsAt.getTime()) / 1000),
    plan: planCall({
      ...agent,
      direction: "outbound",
      words: null,
      carrier: { provider: "twilio", conversation: "relay" },
      credentials: {},
    }),
    textEndsAfterSeconds: agent.settings.text_chat_inactivity_timeout_seconds,
    run: {
      gathered: after.gathered_context,
      disposition: after.disposition,
      annotations: after.annotations,
      context: after.initial_context,
    },
    timeline: timeline.filter(({ kind }) => kind === "system"),
  };
};

const FIRST_OF_MARCH = new Date("2026-03-01T12:00:00Z");

const doAfterwards = async (
  { api }: Stage,
  address: { organizationId: number; runUuid: string },
  definition: Record<string, unknown>,
): Promise<void> => {
  for (const step of afterConversationSteps(readAfterCallNodes(definition))) {
    if (step === "reviewRun") await reviewRun(api.dependencies, address, true);
    else await sendRunWebhooks(api.dependencies, address);
  }
};

/** The real ports, but that the model is one that needs no key, and everything that it is asked is written down. */
const watchedPorts = (
  { api }: Stage,
  { failing, note }: { failing: boolean; note: (request: unknown) => void },
): ConversationPorts => {
  const real = conversationPorts(api.dependencies, () => "nobody");
  const scripted = createScriptedModel();
  return {
    ...real,
    tools: { ...real.tools, run: async () => {} },
    documents: { ...real.documents, read: async () => ({ whole: [], passages: [], degraded: null, fault: null }) },
    model: async (run) => {
      const { organizationId, settings } = run;
      const { database, secrets } = api.dependencies;
      const choice = await database.inOrganization(organizationId, (tx) =>
        readAgentModel(tx, { organizationId, settings, secrets }),
      );
      return {
        name: "watched",
        reply: async function* (request) {
          const { system, messages, functions, stepView } = request;
          note({ choice, system, messages: structuredClone(messages), functions, stepView });
          if (failing) throw new ModelError("unavailable", "The test says so");
          yield* scripted.reply(request);
        },
      };
    },
  };
};

const requestsOf = ({ receiver, model }: Stage) => ({
  received: receiver.requests.map(({ method, url, headers, body }) => ({
    method,
    url,
    body,
    headers: Object.entries(headers).filter(
      ([name]) => !["host", "webhook-id", "webhook-timestamp", "webhook-signature", "idempotency-key"].includes(name),
    ),
  })),
  models: model.requests.map(({ body, headers }) => ({ body, proof: headers["authorization"] })),
});

/** Removes the ids that differ between agents. */
const withoutIds = (text: string, agentId: number): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\\"workflow(_run)?_id\\":\d+/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/\?X-Amz-[^"\\]*/g, "?<signature>")
    .replaceAll(/"content-length",\s*"\d+"/g, "<length>")
    .replaceAll(`"${agentId}"`, "<id>");
