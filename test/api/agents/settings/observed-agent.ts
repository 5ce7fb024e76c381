import { createHash, randomUUID } from "node:crypto";
import { reviewRun } from "../../../../activities/after-conversation/review-run.ts";
import { sendRunWebhooks } from "../../../../activities/after-conversation/send-run-webhooks.ts";
import { createAgentOperation } from "../../../../api/agents/agents.operations.ts";
import { concludeConversation } from "../../../../application/conversation/conclude-conversation.ts";
import { createConversationPorts } from "../../../../application/conversation/conversation-ports.ts";
import { readSpeechModels } from "../../../../application/model/read-speech-models.ts";
import {
  listAfterConversationSteps,
  readAfterConversationNodes,
} from "../../../../domain/agent/after-conversation-nodes.ts";
import type { AgentDefinition } from "../../../../domain/agent/agent-definition.ts";
import type { AgentSettings } from "../../../../domain/agent/agent-settings.ts";
import { type CallPlan, planCall } from "../../../../domain/call/call-plan.ts";
import type { ConversationPorts } from "../../../../domain/conversation/conversation.ports.ts";
import { openConversation } from "../../../../domain/conversation/open-conversation.ts";
import { ModelError } from "../../../../domain/model/chat-model.ts";
import type { LocalSpeech } from "../../../../infra/models/local.speech.ts";
import { openRecognition, openVoice } from "../../../../infra/models/open-speech.ts";
import { createScriptedModel } from "../../../../infra/models/scripted.model.ts";
import { mapSpeechVoice } from "../../../../infra/models/speech-voices.ts";
import { findAgentByTrigger } from "../../../../infra/postgres/agent/agent.repository.ts";
import { findRun } from "../../../../infra/postgres/call/call-run.repository.ts";
import { readRunAgent } from "../../../../infra/postgres/call/run-agent.repository.ts";
import { recordingSession } from "../../../application/conversation/rig.ts";
import type { Tenant } from "../../../factories/tenant.ts";
import type { ApiClient } from "../../../harness/api-client.ts";
import { collect } from "../../../harness/collect.ts";
import type { HttpReceiver } from "../../../harness/http-receiver.ts";
import type { TestApi } from "../../../harness/test-api.ts";
import type { TestDatabase } from "../../../harness/test-database.ts";
import { waitUntil } from "../../../harness/wait-until.ts";
import type { ChatServer } from "../../../infra/models/chat-server.ts";
import type { Scene } from "./scenes.ts";

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
 * Lets both agents hold these calls, until something that reaches somebody else is different; gives where. Null:
 * in nothing.
 */
export const findDifference = async (
  stage: Stage,
  [one, other]: readonly [SavedAgent, SavedAgent],
  scenes: readonly Scene[],
): Promise<string | null> => {
  if (one.isTriggered !== other.isTriggered) return "trigger";
  for (const scene of scenes) {
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

/** Returns an id that is in no sample of one run in a hundred: two reviews of a run differ by their sample then. */
const uuidOfRun = (definition: AgentDefinition): string => {
  const uuid = randomUUID();
  const shares = definition.nodes.map(
    ({ id }) => createHash("sha256").update(`${uuid}/${id}`).digest().readUInt32BE(0) / 2 ** 32,
  );
  return shares.every((share) => share * 100 >= 1) ? uuid : uuidOfRun(definition);
};

const hold = async (stage: Stage, { agentId, versionId, subject }: SavedAgent, scene: Scene) => {
  const { test, api, tenant } = stage;
  const { organizationId } = tenant;
  const runUuid = uuidOfRun(subject.definition);
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
  const ports = watchedPorts(stage, {
    note: (request) => void asked.push(request),
    beforeReply: async () => {
      if (scene.model === "failing") throw new ModelError("unavailable", "The test says so");
      const said = recorded.told.length;
      if (scene.model === "slow") await waitUntil("the agent asks for patience", () => recorded.told.length > said);
    },
  });
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
  const plan = planCall({
    ...agent,
    direction: "outbound",
    words: null,
    carrier: { provider: "twilio", conversation: "relay" },
    credentials: {},
  });
  return {
    scene: scene.name,
    asked,
    told: recorded.told,
    pauses,
    seconds: Math.round((end - conversation.facts.endsAt.getTime()) / 1000),
    plan: { ...plan, voice: await useVoices(stage, plan, agent.settings) },
    textEndsAfterSeconds: agent.settings.text_chat_inactivity_timeout_seconds,
    smsEndsAfterSeconds: agent.settings.sms_inactivity_timeout_seconds,
    run: {
      gathered: after.gathered_context,
      disposition: after.disposition,
      annotations: after.annotations,
      context: after.initial_context,
    },
    timeline: timeline.filter(({ kind }) => kind === "system"),
  };
};

/**
 * Returns what a carrier is told to speak with, and asks the models of a conversation with audio to speak and to hear,
 * where the agent has some.
 */
const useVoices = async ({ api, tenant, test }: Stage, plan: CallPlan, settings: AgentSettings) => {
  const { carriers, guardedRequests, secrets } = api.dependencies;
  const { organizationId } = tenant;
  const { language, voice } = plan;
  const models = await test.database.inOrganization(organizationId, (tx) =>
    readSpeechModels(tx, { organizationId, settings, secrets }),
  );
  const said: object[] = [];
  // The models of this machine, told of what they are asked.
  const local: LocalSpeech = {
    speak: async (words) => {
      said.push(words);
      return new Int16Array(1);
    },
    hear: async () => "Hello.",
  };
  if (models) {
    const { fetch } = guardedRequests;
    const speaking = { voice: mapSpeechVoice(settings.voice, models.tts), language: () => language, fetch, local };
    const speak = openVoice(models.tts, speaking);
    await collect(speak("Hello.", new AbortController().signal));
    await openRecognition(models.stt, { fetch, local })({
      samples: new Int16Array(1),
      sampleRate: 16_000,
      language,
    });
  }
  const next = { kind: "relay" as const, webSocketUrl: "wss://a.test/", afterUrl: HERE, interruptible: true };
  const instructions = { say: ["Hello."], language, ...(voice && { voice }), next };
  const order = { carrierCallId: "CA1", statusUrl: HERE, instructions };
  return { told: (await carriers.get("twilio").instruct({}, order)).body, said };
};

const HERE = "https://a.test/";

const FIRST_OF_MARCH = new Date("2026-03-01T12:00:00Z");

const doAfterwards = async (
  { api }: Stage,
  address: { organizationId: number; runUuid: string },
  definition: Record<string, unknown>,
): Promise<void> => {
  for (const step of listAfterConversationSteps(readAfterConversationNodes(definition))) {
    if (step === "reviewRun") await reviewRun(api.dependencies, address, true);
    else await sendRunWebhooks(api.dependencies, address);
  }
};

/** Returns the real ports, but that the model is one that needs no key, and everything that it is asked is written down. */
const watchedPorts = (
  { api }: Stage,
  { note, beforeReply }: { note: (request: unknown) => void; beforeReply: () => Promise<void> },
): ConversationPorts => {
  const real = createConversationPorts(api.dependencies, { workflowIdOf: () => "nobody", publicBaseUrl: "" });
  const scripted = createScriptedModel();
  return {
    ...real,
    tools: { ...real.tools, run: async () => {} },
    documents: { ...real.documents, read: async () => ({ whole: [], passages: [], degraded: null, fault: null }) },
    model: async () => ({
      name: "watched",
      reply: async function* (request) {
        const { system, messages, functions, stepView } = request;
        note({ system, messages: structuredClone(messages), functions, stepView });
        await beforeReply();
        yield* scripted.reply(request);
      },
    }),
  };
};

/** Headers that are others in each request. */
const CHANGING = ["host", "webhook-id", "webhook-timestamp", "webhook-signature", "idempotency-key"];

const requestsOf = ({ receiver, model }: Stage) => ({
  received: receiver.requests.map(({ method, url, headers, body }) => {
    const withoutBoundary = boundaryRemover(headers["content-type"]);
    const kept = Object.entries(headers).filter(([name]) => !CHANGING.includes(name));
    return {
      method,
      url,
      body: withoutBoundary(body),
      headers: kept.map(([name, value]) => [name, withoutBoundary(String(value))]),
    };
  }),
  models: model.requests.map(({ body, headers }) => ({ body, proof: headers["authorization"] })),
});

/** A form has another boundary each time. */
const boundaryRemover = (contentType = ""): ((text: string) => string) => {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  return (text) => (boundary === undefined ? text : text.replaceAll(boundary, "<boundary>"));
};

/** Removes the ids that differ between agents. */
const withoutIds = (text: string, agentId: number): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uuid>")
    .replaceAll(/\\"workflow(_run)?_id\\":\d+/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/\?X-Amz-[^"\\]*/g, "?<signature>")
    .replaceAll(/"content-length",\s*"\d+"/g, "<length>")
    .replaceAll(`"${agentId}"`, "<id>");
