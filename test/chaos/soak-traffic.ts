import { setTimeout as delay } from "node:timers/promises";
import { listAgentsOperation } from "../../api/agents/agents.operations.ts";
import { listRunsOperation } from "../../api/calls/calls.operations.ts";
import {
  campaignSummaryOperation,
  campaignProgressOperation,
} from "../../api/campaigns/campaign-reading.operations.ts";
import { startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { readTimelineOperation } from "../../api/channels/channels.operations.ts";
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
import { createWebhookOperation } from "../../api/webhooks/webhooks.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { uploadFile } from "../api/documents/upload-file.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import { startHttpReceiver } from "../harness/http-receiver.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** Calls, text, documents, lists, webhooks, readings and streams, each again and again at its own pace. */
export interface SoakTraffic {
  /** How often each kind was done. */
  readonly done: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

interface Act {
  name: string;
  /** Between the end of one and the next. */
  pauseMs: number;
  run(): Promise<void>;
}

const CONTACTS = 20;
const LISTENS_MS = 3_000;
const LISTED_NUMBER = "+12025550199";

export const startSoakTraffic = async (stack: RunningStack): Promise<SoakTraffic> => {
  const receiver = await startHttpReceiver();
  const organization = await openDiallingOrganization(stack, {
    defaults: { outcomes: ["answered", "no_answer", "busy"], ring_seconds: 0, talk_seconds: 1 },
  });
  await prepare(organization, receiver.url);
  const done: Record<string, number> = {};
  const failures: string[] = [];
  const stopping = new AbortController();
  const repeat = async ({ name, pauseMs, run }: Act): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await run();
        done[name] = (done[name] ?? 0) + 1;
      } catch (error) {
        failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = (await actsOf(organization)).map(repeat);
  return {
    done,
    failures,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
      await receiver.close();
    },
  };
};

const prepare = async ({ client }: DiallingOrganization, webhookUrl: string): Promise<void> => {
  await client.call(setModelsOperation, {
    body: {
      llm: { provider: "local", model: "scripted" },
      embeddings: { provider: "local", model: "lexical" },
    },
  });
  await client.call(createWebhookOperation, { body: { url: webhookUrl, events: ["call_ended"] } });
};

const actsOf = async (organization: DiallingOrganization): Promise<Act[]> => {
  const { client } = organization;
  const workflow_id = (await client.call(listAgentsOperation)).body[0]?.id ?? 0;
  const numbers = fictionalNumbers(CONTACTS);
  return [
    { name: "campaign", pauseMs: 5_000, run: () => playCampaign(organization, numbers) },
    { name: "text session", pauseMs: 1_000, run: () => playText(organization, workflow_id) },
    { name: "document", pauseMs: 5_000, run: () => playDocument(organization) },
    { name: "stream", pauseMs: 500, run: () => listen(organization) },
    {
      name: "do-not-call entry",
      pauseMs: 2_000,
      run: async () => {
        await client.call(addDoNotCallOperation, { body: { phone_numbers: [LISTED_NUMBER] } });
        await client.call(removeDoNotCallOperation, { params: { phone_number: LISTED_NUMBER } });
      },
    },
    {
      name: "reading",
      pauseMs: 250,
      run: async () => {
        await client.call(listRunsOperation, { params: { workflow_id } });
        await client.call(readTimelineOperation);
        await client.call(teamHomeOperation);
      },
    },
  ];
};

const playCampaign = async (
  { client, importNumbers, createCampaign }: DiallingOrganization,
  numbers: readonly string[],
): Promise<void> => {
  const campaign_id = await createCampaign(await importNumbers(numbers), {
    max_concurrency: 10,
    retry_config: { max_retries: 1, retry_delay_seconds: 1 },
  });
  const params = { campaign_id };
  await client.call(startCampaignOperation, { params });
  await waitUntil("the campaign has ended", async () => {
    const { body } = await client.call(campaignProgressOperation, { params });
    return body.state === "completed";
  });
  await client.call(campaignSummaryOperation, { params });
};

const playText = async ({ client }: DiallingOrganization, workflow_id: number): Promise<void> => {
  const { body } = await client.call(createTextSessionOperation, { params: { workflow_id }, body: {} });
  const params = { workflow_id, run_id: body.workflow_run_id };
  await client.call(sendMessageOperation, { params, body: { text: "Good morning, what do you do?" } });
  await client.call(endTextSessionOperation, { params, body: {} });
};

const playDocument = async ({ client }: DiallingOrganization): Promise<void> => {
  const content = Array.from({ length: 50 }, (_, line) => `Price ${line} is ${line * 3} euros.`).join("\n\n");
  const { document_uuid, object_store_key } = await uploadFile(client, { name: "prices.txt", content });
  await client.call(processDocumentOperation, { body: { document_uuid, object_store_key, scope: "org" } });
  await waitUntil("the document is ready", async () => {
    const { body } = await client.call(getDocumentOperation, { params: { document_uuid } });
    return body.state === "ready";
  });
  await client.call(searchDocumentsOperation, { body: { query: "price" } });
  await client.call(deleteDocumentOperation, { params: { document_uuid } });
};

/** Listens to the feed for a while and goes away without a word, as pages do. */
const listen = async ({ client }: DiallingOrganization): Promise<void> => {
  const leaving = AbortSignal.timeout(LISTENS_MS);
  try {
    const response = await client.fetch("/api/v1/timeline/stream", { signal: leaving });
    if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
    await response.text();
  } catch (error) {
    if (!leaving.aborted) throw error;
  }
};
