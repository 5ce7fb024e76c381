import pg from "pg";
import { campaignProgressOperation } from "../../api/campaigns/campaign-reading.operations.ts";
import { pauseCampaignOperation, startCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { putContactOperation } from "../../api/contacts/contacts.operations.ts";
import { setModelsOperation } from "../../api/models/models.operations.ts";
import type { AnsweredRequest, ProxySite } from "../deploy/proxy-site.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import { type DiallingOrganization, openDiallingOrganization } from "../harness/dialling-organization.ts";
import type { TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { SecondPair } from "./second-pair.ts";

export interface Rolls {
  rolls: number;
  /** By the proxy's own record. */
  requests: number;
  /** Those of the carrier among them. */
  callbacks: number;
  sockets: number;
  /** Answers with a status of 429 or from 500 on, WebSockets that were not opened among them. */
  refused: AnsweredRequest[];
  /** Requests of clients that got no answer, or another than they should. */
  failed: string[];
  /** What people said, by the carrier's record, and what of it is not in the platform's words. */
  words: number;
  wordsLost: string[];
  /** How often the stream of a client ended, and was continued at once. */
  streamEnds: number;
}

interface Stage {
  stack: TestStack;
  second: SecondPair;
  proxy: ProxySite;
}

const CLIENTS = 6;
const CONCURRENCY = 12;
const PATIENCE_MS = 120_000;
const KEPT_WITHIN_MS = 15_000;
/** People who talk for a few seconds, so that each roll meets conversations. */
const SCRIPT = {
  seed: "rolls",
  speed: 3,
  defaults: { outcomes: ["answered" as const], ring_seconds: 1, talk_seconds: [30, 40] as [number, number] },
};

/** Rolls the two APIs in turn while a campaign dials, clients ask and one follows a stream; counts who noticed. */
export const playRolls = async (
  { stack, second, proxy }: Stage,
  { rolls, contacts, say }: { rolls: number; contacts: number; say: (sentence: string) => void },
): Promise<Rolls> => {
  const shared = { ...stack.running, addresses: { ...stack.running.addresses, api: proxy.url } };
  const organization = await openDiallingOrganization(shared, SCRIPT, { conversations: true });
  await organization.client.call(setModelsOperation, { body: { llm: { provider: "local", model: "scripted" } } });
  const listId = await organization.importNumbers(fictionalNumbers(contacts));
  const campaignId = await organization.createCampaign(listId, { max_concurrency: CONCURRENCY });
  await organization.client.call(startCampaignOperation, { params: { campaign_id: campaignId } });
  await waitUntil("people talk", async () => (await readWords(stack)).length > CONCURRENCY, PATIENCE_MS);
  const traffic = startTraffic(organization, { campaignId, listId });
  for (let roll = 0; roll < rolls; roll += 1) {
    await rollOne(roll % 2 === 0 ? firstApi(stack) : secondApi(second));
    say(`roll ${roll + 1}: ${traffic.answered()} requests of clients answered, ${traffic.failed.length} failed`);
  }
  await organization.client.call(pauseCampaignOperation, { params: { campaign_id: campaignId } });
  await traffic.stop();
  await untilNobodyTalks(organization, campaignId);
  return judge({ stack, proxy, organization }, { rolls, traffic });
};

interface RolledApi {
  name: string;
  url: string;
  pid(): number | undefined;
  leave(): void;
}

const firstApi = ({ running }: TestStack): RolledApi => ({
  name: "the first API",
  url: running.addresses.api,
  pid: () => running.pid("api"),
  leave: () => void running.kill("api", "SIGTERM"),
});

const secondApi = ({ apiUrl, pid }: SecondPair): RolledApi => ({
  name: "the second API",
  url: apiUrl,
  pid: () => pid("second api"),
  leave: () => {
    const running = pid("second api");
    if (running !== undefined) process.kill(running, "SIGTERM");
  },
});

/** As a deployment does: SIGTERM, another process at the same place, and on when that one is ready. */
const rollOne = async ({ name, url, pid, leave }: RolledApi): Promise<void> => {
  const before = pid();
  if (before === undefined) throw new Error(`${name} does not run`);
  leave();
  await waitUntil(`${name} is another process`, () => pid() !== undefined && pid() !== before, PATIENCE_MS);
  await waitUntil(
    `${name} is ready`,
    async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false,
    PATIENCE_MS,
  );
};

/** Clients that ask without pause and try nothing again, and one that follows the progress and comes back when its stream ends. */
const startTraffic = (
  { client }: DiallingOrganization,
  { campaignId, listId }: { campaignId: number; listId: number },
) => {
  const stopping = new AbortController();
  const failed: string[] = [];
  let answered = 0;
  let streamEnds = 0;
  const attempt = async (what: string, ask: () => Promise<unknown>): Promise<void> => {
    try {
      await ask();
      answered += 1;
    } catch (error) {
      if (!stopping.signal.aborted) failed.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const loop = async (who: number): Promise<void> => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      await attempt("progress", () => client.call(campaignProgressOperation, { params: { campaign_id: campaignId } }));
      await attempt("contact", () =>
        client.call(putContactOperation, {
          params: { contact_list_id: listId, phone_number: `+4930${200_000_000 + who}` },
          body: { name: `Turn ${turn}` },
        }),
      );
    }
  };
  const follow = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await attempt("stream", async () => {
        const stream = await client.fetch(`/api/v1/campaigns/${campaignId}/progress/stream`, {
          signal: stopping.signal,
        });
        if (!stream.ok) throw new Error(`the stream was refused with ${stream.status}`);
        await drainStream(stream);
      });
      streamEnds += 1;
    }
  };
  const running = [...Array.from({ length: CLIENTS }, (_, who) => loop(who)), follow()];
  return {
    failed,
    answered: () => answered,
    streamEnds: () => streamEnds,
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};

type Traffic = ReturnType<typeof startTraffic>;

/** A stream that ends without its last byte is a stream that ended: the client goes on from there. */
const drainStream = async (stream: Response): Promise<void> => {
  const reader = stream.body?.getReader();
  try {
    while (!(await reader?.read())?.done);
  } catch {
    // It was cut.
  }
};

const untilNobodyTalks = ({ client }: DiallingOrganization, campaignId: number) =>
  waitUntil(
    "nobody talks any more",
    async () => {
      const { body } = await client.call(campaignProgressOperation, { params: { campaign_id: campaignId } });
      return body.in_flight === 0;
    },
    PATIENCE_MS,
  );

const judge = async (
  { stack, proxy, organization }: Pick<Stage, "stack" | "proxy"> & { organization: DiallingOrganization },
  { rolls, traffic }: { rolls: number; traffic: Traffic },
): Promise<Rolls> => {
  const requests = proxy.requests();
  const said = await readSaid(organization);
  return {
    rolls,
    requests: requests.length,
    callbacks: requests.filter(({ path }) => path.startsWith("/api/v1/telephony/")).length,
    sockets: requests.filter(({ status }) => status === 101).length,
    refused: requests.filter(({ status }) => status === 429 || status >= 500),
    failed: traffic.failed,
    words: said.length,
    wordsLost: await findLost(stack, said),
    streamEnds: traffic.streamEnds(),
  };
};

/** Returns what of it the platform does not have; the last words may be stored a moment after their call is over. */
const findLost = async (stack: TestStack, said: readonly string[]): Promise<string[]> => {
  const find = async () => {
    const kept = new Set(await readWords(stack));
    return said.filter((each) => !kept.has(each));
  };
  await waitUntil("every word is kept", async () => (await find()).length === 0, KEPT_WITHIN_MS).catch(() => {});
  return find();
};

/** Sentences of people as the carrier noted them, each with its number. */
const readSaid = async ({ simulator, account }: DiallingOrganization): Promise<string[]> => {
  const said: string[] = [];
  for (const { call_id, to } of await simulator.record(`?account=${account}`)) {
    if (call_id === null) continue;
    const { heard }: { heard: { who: string; what: string; text: string }[] } = JSON.parse(
      await (await simulator.ask("GET", `/v1/calls/${call_id}/heard`)).text(),
    );
    said.push(
      ...heard.filter(({ who, what }) => who === "person" && what === "said").map(({ text }) => `${to}: ${text}`),
    );
  }
  return said;
};

/** The same from the platform's rows. */
const readWords = async ({ running }: TestStack): Promise<string[]> => {
  const client = new pg.Client({ connectionString: running.environment["DATABASE_MIGRATIONS_URL"] });
  await client.connect();
  try {
    const { rows } = await client.query<{ words: string }>(
      `select r.called_number || ': ' || e.text as words from conversation_entries e join call_runs r on r.id = e.run_id
       where e.speaker = 'person' and e.discarded_at is null`,
    );
    return rows.map(({ words }) => words);
  } finally {
    await client.end();
  }
};
