import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { getRunOperation, listUsageOperation } from "../../../api/calls/calls.operations.ts";
import {
  createTextSessionOperation,
  endTextSessionOperation,
  sendMessageOperation,
} from "../../../api/conversations/text/text-sessions.operations.ts";
import { setModelsOperation } from "../../../api/models/models.operations.ts";
import { settleModelUsage } from "../../../application/model/settle-model-usage.ts";
import { createPriceTable } from "../../../infra/telephony/price-table.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { type ChatServer, startChatServer, stream } from "../../infra/models/chat-server.ts";
import { type CallingPlatform, startCallingPlatform } from "./calling-platform.ts";

const prices = createPriceTable(
  {},
  { "openai/a-model": { currency: "USD", prompt_per_million_minor: 20_000, completion_per_million_minor: 100_000 } },
);

let platform: CallingPlatform;
let chat: ChatServer;
let tenant: Tenant;

beforeAll(async () => {
  chat = await startChatServer();
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } }, {}, { prices });
});
afterAll(async () => {
  await platform.close();
  await chat.close();
});

/** Returns a session in text of an agent, with one message, ended; the run as it is then. */
const talk = async () => {
  const agent = await createAgentRows(platform.test, tenant);
  const operator = platform.api.client(tenant.operator);
  const params = { workflow_id: agent.agentId };
  const session = await operator.call(createTextSessionOperation, { params, body: {} });
  const address = { ...params, run_id: session.body.workflow_run_id };
  await operator.call(sendMessageOperation, { params: address, body: { text: "Hello?" } });
  await operator.call(endTextSessionOperation, { params: address, body: {} });
  return waitUntil("its usage is settled", async () => {
    const { body } = await operator.call(getRunOperation, { params: address });
    return body.usage.llm === null ? null : body;
  });
};

const useServer = async (model: string) => {
  tenant = await createTenant(platform.test);
  const llm = { provider: "openai" as const, model, base_url: chat.baseUrl, api_key: "sk-0123456789abcdef" };
  await platform.api.client(tenant.admin).call(setModelsOperation, { body: { llm } });
};

it("the usage that a model counted is in the run, priced, and added to its cost once", async () => {
  await useServer("a-model");
  chat.answers.splice(
    0,
    chat.answers.length,
    stream([{ content: "Yes." }], { usage: { prompt_tokens: 400, completion_tokens: 20 } }),
  );
  chat.requests.length = 0;
  const run = await talk();
  const requests = chat.requests.length;
  expect(requests).toBeGreaterThan(0);
  const cost_minor = requests * 10;
  expect(run.usage).toEqual({
    llm: {
      requests,
      prompt_tokens: requests * 400,
      completion_tokens: requests * 20,
      estimated: false,
      cost_minor,
      currency: "USD",
    },
    stt: null,
    tts: null,
    carrier: null,
  });
  expect(run).toMatchObject({ cost_minor, currency: "USD", cost_info: { cost_minor } });
  const { database } = platform.test;
  await database.inOrganization(tenant.organizationId, (tx) => settleModelUsage(tx, run.id, { prices }));
  const usage = await platform.api.client(tenant.viewer).call(listUsageOperation, { query: {} });
  expect(usage.body.total_costs).toEqual([{ currency: "USD", cost_minor }]);
});

it("usage that a server does not count is estimated and marked so; without a price its cost is unknown", async () => {
  await useServer("unpriced");
  chat.answers.splice(0, chat.answers.length, stream([{ content: "Yes, that is eight tokens long." }]));
  const run = await talk();
  expect(run.usage.llm).toMatchObject({ estimated: true, cost_minor: null, currency: null });
  expect(run.usage.llm?.prompt_tokens).toBeGreaterThan(10);
  expect(run.usage.llm?.completion_tokens).toBe(8 * (run.usage.llm?.requests ?? 0));
  expect(run.cost_minor).toBeNull();
});

it("the stand-in is counted and free", async () => {
  tenant = await createTenant(platform.test);
  const run = await talk();
  expect(run.usage.llm).toMatchObject({ estimated: true, cost_minor: 0 });
});
