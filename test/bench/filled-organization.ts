import { Client } from "pg";
import { createAgentOperation } from "../../api/agents/agents.operations.ts";
import { createApiKeyOperation } from "../../api/api-keys/api-keys.operations.ts";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import { createCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { createContactListOperation } from "../../api/contacts/contacts.operations.ts";
import type { RunningStack } from "../../infra/local/stack.ts";
import { migrateDatabase } from "../../infra/postgres/migrate.ts";
import { minimalDefinition } from "../factories/agents.ts";
import { type ApiClient, createApiClient } from "../harness/api-client.ts";
import { type ApiProcess, startApiProcess } from "../harness/api-process.ts";
import { seedRows } from "./seed-rows.ts";

const CAMPAIGNS = 20;

/** A database of its own on the stack's server, an API process on it, one organization with its history. */
export interface FilledOrganization {
  client: ApiClient;
  agentId: number;
  listId: number;
  /** The largest campaign: half of the calls. */
  campaignId: number;
  /** A smaller campaign: every fortieth call. */
  smallCampaignId: number;
  /** The login that owns the tables. */
  databaseUrl: string;
  close(): Promise<void>;
}

export const openFilledOrganization = async (stack: RunningStack, count: number): Promise<FilledOrganization> => {
  const url = await createDatabase(stack.environment["DATABASE_MIGRATIONS_URL"] ?? "", `filled_with_${count}`);
  const applicationUrl = sameDatabase(stack.environment["DATABASE_URL"] ?? "", url);
  await migrateDatabase(url, { applicationUrl });
  const api = startApiProcess(environmentOf(stack, applicationUrl));
  try {
    const organization = await signUp(await api.listening());
    await seedRows(url, { ...organization, count });
    const { client, agentId, listId, campaignIds } = organization;
    const [campaignId = 0, smallCampaignId = 0] = campaignIds;
    return { client, agentId, listId, campaignId, smallCampaignId, databaseUrl: url, close: () => stop(api) };
  } catch (error) {
    await stop(api);
    throw error;
  }
};

const createDatabase = async (serverUrl: string, name: string): Promise<string> => {
  const server = new Client(serverUrl);
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  return sameDatabase(serverUrl, `postgresql:///${name}`);
};

/** The login of one connection string, the database of the other. */
const sameDatabase = (login: string, database: string): string =>
  Object.assign(new URL(login), { pathname: new URL(database).pathname }).href;

const environmentOf = (stack: RunningStack, databaseUrl: string): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(stack.environment).map(([name, value]) => [name, value ?? ""])),
  DATABASE_URL: databaseUrl,
  HOST: "127.0.0.1",
  PORT: "0",
  LOG_LEVEL: "info", // it says where it listens
});

const signUp = async (api: string) => {
  const { body } = await createApiClient(api).call(signUpOperation, {
    body: { email: "owner@example.com", password: "a long enough password" },
  });
  const owner = createApiClient(api, { token: body.token });
  const key = await owner.call(createApiKeyOperation, { body: { name: "bench" } });
  const client = createApiClient(api, { apiKey: key.body.api_key });
  const agent = await client.call(createAgentOperation, {
    body: { name: "Caller", workflow_definition: minimalDefinition() },
  });
  const list = await client.call(createContactListOperation, { body: { name: "Everybody" } });
  const campaignIds: number[] = [];
  for (let number = 1; number <= CAMPAIGNS; number += 1) {
    const campaign = await client.call(createCampaignOperation, {
      body: { name: `Campaign ${number}`, workflow_id: agent.body.id, contact_list_id: list.body.id },
    });
    campaignIds.push(campaign.body.id);
  }
  return {
    client,
    organizationId: body.user.organization_id,
    agentId: agent.body.id,
    listId: list.body.id,
    campaignIds,
  };
};

const stop = async ({ child, ended }: ApiProcess): Promise<void> => {
  child.kill("SIGTERM");
  await ended;
};
