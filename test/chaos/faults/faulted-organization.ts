import { createAgentOperation } from "../../../api/agents/agents.operations.ts";
import { getRunOperation, startCallByWorkflowOperation } from "../../../api/calls/calls.operations.ts";
import { campaignProgressOperation } from "../../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../../api/campaigns/campaigns.operations.ts";
import {
  getDocumentOperation,
  processDocumentOperation,
  searchDocumentsOperation,
} from "../../../api/documents/documents.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { createTelephonyAccountOperation } from "../../../api/telephony/telephony.operations.ts";
import type { RunningStack } from "../../../infra/local/stack.ts";
import { uploadFile } from "../../api/documents/upload-file.ts";
import { minimalDefinition } from "../../factories/agents.ts";
import { fictionalNumbers } from "../../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../../harness/dialling-organization.ts";
import { waitUntil } from "../../harness/wait-until.ts";

/** An organization that goes on with its work while a part is away. */
export interface FaultedOrganization extends DiallingOrganization {
  /** Starts a campaign with so many people and returns its id. */
  startCampaign(people: number): Promise<number>;
  /** Waits until the campaign is over; returns how often each of its people was dialled, by the carrier's record. */
  untilCampaignIsOver(campaignId: number): Promise<number[]>;
  /** Calls somebody with a recording and waits until the call is over. */
  makeRecordedCall(): Promise<RecordedCall>;
  /** The bytes of a call's recording; null while there is none. */
  recordingOf(call: RecordedCall): Promise<number | null>;
  /** Uploads a document and asks for its processing. */
  uploadDocument(name: string, content: string): Promise<string>;
  untilDocumentIsReady(documentUuid: string): Promise<void>;
  /** Returns how many passages a search finds. */
  search(query: string): Promise<number>;
}

interface RecordedCall {
  workflow_id: number;
  run_id: number;
}

const BUILT_IN_MODELS = {
  llm: { provider: "local", model: "scripted" },
  embeddings: { provider: "local", model: "lexical" },
};

export const openFaultedOrganization = async (stack: RunningStack): Promise<FaultedOrganization> => {
  const organization = await openDiallingOrganization(stack, {
    speed: 10,
    defaults: { outcomes: ["answered"], ring_seconds: 1, talk_seconds: 5 },
  });
  await organization.client.call(setModelsOperation, { body: BUILT_IN_MODELS });
  return { ...organization, ...campaigns(organization), ...calls(organization), ...documents(organization) };
};

const campaigns = ({ client, simulator, account, importNumbers, createCampaign }: DiallingOrganization) => {
  const numbersOf = new Map<number, string[]>();
  let called = 0;
  return {
    startCampaign: async (people: number): Promise<number> => {
      const numbers = fictionalNumbers(called + people).slice(called);
      called += people;
      const campaignId = await createCampaign(await importNumbers(numbers), { max_concurrency: 5 });
      numbersOf.set(campaignId, numbers);
      await client.call(startCampaignOperation, { params: { campaign_id: campaignId } });
      return campaignId;
    },
    untilCampaignIsOver: async (campaignId: number): Promise<number[]> => {
      const params = { campaign_id: campaignId };
      await waitUntil("the campaign is over", async () => {
        const { body } = await client.call(campaignProgressOperation, { params });
        return body.state === "completed";
      });
      const requests = await simulator.record(`?account=${account}`);
      return (numbersOf.get(campaignId) ?? []).map((number) => requests.filter(({ to }) => to === number).length);
    },
  };
};

/** A number of another area is in none of the campaigns, which begin with those of the first area. */
const PERSON = "+19895550171";

const calls = ({ client, simulator }: DiallingOrganization) => {
  /** Campaigns' calls say their greeting and end; only where somebody talks there is something to record. */
  const talkingAccount = async (): Promise<number> => {
    const account = `talks-${crypto.randomUUID()}`;
    await simulator.writeScript(
      { speed: 10, defaults: { outcomes: ["answered"], ring_seconds: 1 } },
      `?account=${account}`,
    );
    const { body } = await client.call(createTelephonyAccountOperation, {
      body: { name: account, config: { provider: "simulator", account, conversations: true } },
    });
    return body.id;
  };
  const callOnce = async (): Promise<RecordedCall> => {
    const telephonyAccountId = await talkingAccount();
    const agent = await client.call(createAgentOperation, {
      body: {
        name: "Recorder",
        workflow_definition: minimalDefinition(),
        workflow_configurations: { call_recording_enabled: true },
      },
    });
    const { body } = await client.call(startCallByWorkflowOperation, {
      params: { workflow_uuid: agent.body.workflow_uuid },
      body: { phone_number: PERSON, telephony_configuration_id: telephonyAccountId },
    });
    return { workflow_id: agent.body.id, run_id: body.workflow_run_id };
  };
  const read = async (params: RecordedCall) => (await client.call(getRunOperation, { params })).body;
  return {
    makeRecordedCall: async (): Promise<RecordedCall> => {
      const call = await callOnce();
      await waitUntil("the call is over", async () => (await read(call)).state === "completed");
      return call;
    },
    recordingOf: async (call: RecordedCall): Promise<number | null> => {
      const { recording_public_url: url } = await read(call);
      if (url === null) return null;
      return (await (await fetch(url)).arrayBuffer()).byteLength;
    },
  };
};

const documents = ({ client }: DiallingOrganization) => ({
  uploadDocument: async (name: string, content: string): Promise<string> => {
    const { document_uuid, object_store_key } = await uploadFile(client, { name, content });
    await client.call(processDocumentOperation, { body: { document_uuid, object_store_key, scope: "org" } });
    return document_uuid;
  },
  untilDocumentIsReady: async (document_uuid: string): Promise<void> => {
    await waitUntil("the document is ready", async () => {
      const { body } = await client.call(getDocumentOperation, { params: { document_uuid } });
      return body.state === "ready";
    });
  },
  search: async (query: string): Promise<number> =>
    (await client.call(searchDocumentsOperation, { body: { query } })).body.total_results,
});
