import { createAgentOperation, listAgentsOperation } from "../../api/agents/agents.operations.ts";
import { getRunOperation, listRunsOperation, startCallByWorkflowOperation } from "../../api/calls/calls.operations.ts";
import {
  postMessageOperation,
  readDraftOperation,
  readTimelineOperation,
} from "../../api/channels/channels.operations.ts";
import { addDoNotCallOperation, removeDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import {
  createTextSessionOperation,
  endTextSessionOperation,
  sendMessageOperation,
} from "../../api/conversations/text/text-sessions.operations.ts";
import {
  deleteDocumentOperation,
  getDocumentOperation,
  processDocumentOperation,
  searchDocumentsOperation,
} from "../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../api/models/models.operations.ts";
import { teamHomeOperation } from "../../api/team/team.operations.ts";
import { createTelephonyAccountOperation } from "../../api/telephony/telephony.operations.ts";
import { createWebhookOperation } from "../../api/webhooks/webhooks.operations.ts";
import { uploadFile } from "../api/documents/upload-file.ts";
import { minimalDefinition } from "../factories/agents.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import type { ApiClient } from "../harness/api-client.ts";
import type { DiallingOrganization } from "../harness/dialling-organization.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { playSoakCampaign } from "./soak-campaign.ts";
import { failWhenStopped, type SoakPlace } from "./soak-place.ts";

/** Something that people and programs do again and again. */
export interface SoakAct {
  name: string;
  /** How often it is done in a round, one after another, beside the other kinds. */
  times: number;
  /** Between the end of one and the next. */
  pauseMs: number;
  run(): Promise<void>;
}

const CONTACTS = 20;
const LISTENS_MS = 3_000;
const THREADS = 20;
const LISTED_NUMBER = "+12025550199";
/** In none of the campaigns. */
const PERSON = "+19895550171";

/** Chooses the built-in models, and has what happens told to a system outside. */
export const prepareSoak = async ({ client }: DiallingOrganization, webhookUrl: string): Promise<void> => {
  await client.call(setModelsOperation, {
    body: {
      llm: { provider: "local", model: "scripted" },
      embeddings: { provider: "local", model: "lexical" },
    },
  });
  await client.call(createWebhookOperation, { body: { url: webhookUrl, events: ["call_ended"] } });
};

export const soakActs = async (place: SoakPlace): Promise<SoakAct[]> => {
  const { client } = place.organization;
  const workflow_id = (await client.call(listAgentsOperation)).body[0]?.id ?? 0;
  const numbers = fictionalNumbers(CONTACTS);
  const conversation = await prepareConversation(place.organization);
  return [
    { name: "campaign", times: 1, pauseMs: 0, run: () => playSoakCampaign(place, numbers) },
    { name: "recorded call", times: 2, pauseMs: 3_000, run: () => playCall(place, conversation) },
    { name: "text session", times: 8, pauseMs: 1_000, run: () => playText(client, workflow_id) },
    { name: "message to an agent", times: 4, pauseMs: 2_000, run: messages(place, workflow_id) },
    { name: "document", times: 2, pauseMs: 5_000, run: () => playDocument(place) },
    { name: "stream", times: 4, pauseMs: 500, run: () => listen(client) },
    { name: "do-not-call entry", times: 8, pauseMs: 2_000, run: () => listAndUnlist(client) },
    { name: "reading", times: 40, pauseMs: 250, run: () => read(client, workflow_id) },
  ];
};

const listAndUnlist = async (client: ApiClient): Promise<void> => {
  await client.call(addDoNotCallOperation, { body: { phone_numbers: [LISTED_NUMBER] } });
  await client.call(removeDoNotCallOperation, { params: { phone_number: LISTED_NUMBER } });
};

const read = async (client: ApiClient, workflow_id: number): Promise<void> => {
  await client.call(listRunsOperation, { params: { workflow_id } });
  await client.call(readTimelineOperation);
  await client.call(teamHomeOperation);
};

interface Conversation {
  agentId: number;
  workflowUuid: string;
  telephonyAccountId: number;
}

/** An account whose calls are conversations, and an agent that records them. */
const prepareConversation = async ({ client, simulator }: DiallingOrganization): Promise<Conversation> => {
  const account = `talks-${crypto.randomUUID()}`;
  await simulator.writeScript({ speed: 10, defaults: { outcomes: ["answered"] } }, `?account=${account}`);
  const config = { provider: "simulator" as const, account, conversations: true };
  const made = await client.call(createTelephonyAccountOperation, { body: { name: account, config } });
  const agent = await client.call(createAgentOperation, {
    body: {
      name: "Recorder",
      workflow_definition: minimalDefinition(),
      workflow_configurations: { call_recording_enabled: true },
    },
  });
  return { agentId: agent.body.id, workflowUuid: agent.body.workflow_uuid, telephonyAccountId: made.body.id };
};

const playCall = async (
  { organization: { client }, stopping }: SoakPlace,
  { agentId, workflowUuid, telephonyAccountId }: Conversation,
): Promise<void> => {
  const { body } = await client.call(startCallByWorkflowOperation, {
    params: { workflow_uuid: workflowUuid },
    body: { phone_number: PERSON, telephony_configuration_id: telephonyAccountId },
  });
  const params = { workflow_id: agentId, run_id: body.workflow_run_id };
  const recording = await waitUntil("the recording is kept", async () => {
    failWhenStopped(stopping);
    const run = await client.call(getRunOperation, { params });
    return run.body.recording_public_url;
  });
  await (await fetch(recording)).arrayBuffer();
};

/** Writes to the agent in one of a few threads: each stays open for a day after its last message. */
const messages = ({ organization: { client }, stopping }: SoakPlace, workflow_id: number) => {
  const threads: string[] = [];
  let written = 0;
  return async (): Promise<void> => {
    const thread_id = threads[written % THREADS];
    const text = "What do you do?";
    const { body } = await client.call(postMessageOperation, {
      body: thread_id === undefined ? { text, workflow_id } : { text, thread_id },
    });
    if (thread_id === undefined) threads.push(body.thread_id);
    written += 1;
    await waitUntil("the agent has replied", async () => {
      failWhenStopped(stopping);
      const draft = await client.call(readDraftOperation, { query: { thread_id: body.thread_id } });
      return draft.body.status === "done" && draft.body.reply_to === body.event_id;
    });
  };
};

const playText = async (client: ApiClient, workflow_id: number): Promise<void> => {
  const { body } = await client.call(createTextSessionOperation, { params: { workflow_id }, body: {} });
  const params = { workflow_id, run_id: body.workflow_run_id };
  await client.call(sendMessageOperation, { params, body: { text: "Good morning, what do you do?" } });
  await client.call(endTextSessionOperation, { params, body: {} });
};

const playDocument = async ({ organization: { client }, stopping }: SoakPlace): Promise<void> => {
  const content = Array.from({ length: 50 }, (_, line) => `Price ${line} is ${line * 3} euros.`).join("\n\n");
  const { document_uuid, object_store_key } = await uploadFile(client, { name: "prices.txt", content });
  await client.call(processDocumentOperation, { body: { document_uuid, object_store_key, scope: "org" } });
  await waitUntil("the document is ready", async () => {
    failWhenStopped(stopping);
    const { body } = await client.call(getDocumentOperation, { params: { document_uuid } });
    return body.state === "ready";
  });
  await client.call(searchDocumentsOperation, { body: { query: "price" } });
  await client.call(deleteDocumentOperation, { params: { document_uuid } });
};

/** Listens to the feed for a while and goes away without a word, as pages do. */
const listen = async (client: ApiClient): Promise<void> => {
  const leaving = AbortSignal.timeout(LISTENS_MS);
  try {
    const response = await client.fetch("/api/v1/timeline/stream", { signal: leaving });
    if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
    await response.text();
  } catch (error) {
    if (!leaving.aborted) throw error;
  }
};
