import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { TestDatabase } from "../harness/test-database.ts";
import { createAgentRows } from "./agents.ts";
import { createKey, createTenant, type Tenant } from "./tenant.ts";

/** An organization with at least one row in every table. */
export interface TenantRows extends Tenant {
  agentId: number;
  campaignId: number;
}

/** By plain rows, past every rule but the schema's own: what is tested with them is the schema. */
export const fillTables = async (test: TestDatabase, name: string): Promise<TenantRows> => {
  const tenant = await createTenant(test, name);
  const { organizationId } = tenant;
  const { everything: db } = test;
  await createKey(test, { tenant });
  const agent = await createAgentRows(test, tenant);
  const filler: Filler = { db, organizationId, tenant, agent };
  await fillAgents(filler);
  await fillTelephony(filler);
  const contactListId = await fillContacts(filler);
  const campaignId = await fillCampaigns(filler, contactListId);
  await fillCalls(filler, campaignId);
  return { ...tenant, agentId: agent.agentId, campaignId };
};

interface Filler {
  db: Kysely<Tables>;
  organizationId: number;
  tenant: Tenant;
  agent: { agentId: number; versionId: number };
}

const fillAgents = async ({ db, organizationId: organization_id, agent }: Filler) => {
  await db.insertInto("folders").values({ organization_id, name: "A channel" }).execute();
  await db
    .insertInto("agent_triggers")
    .values({ organization_id, agent_id: agent.agentId, path: randomUUID() })
    .execute();
  await db
    .insertInto("timeline_events")
    .values({ organization_id, kind: "system", actor: "system", summary: "Something happened" })
    .execute();
  await db
    .insertInto("idempotency_keys")
    .values({ organization_id, key: "a key", request_hash: randomBytes(32) })
    .execute();
};

const fillTelephony = async ({ db, organizationId: organization_id, tenant }: Filler) => {
  const telephony_configuration_id = tenant.simulatorConfigurationId;
  const address = "+12025550123";
  await db.insertInto("telephony_paces").values({ organization_id, telephony_configuration_id }).execute();
  await db
    .insertInto("phone_numbers")
    .values({ organization_id, telephony_configuration_id, address, address_normalized: address, address_type: "pstn" })
    .execute();
};

const fillContacts = async ({ db, organizationId: organization_id }: Filler): Promise<number> => {
  const phone_number = "+12025550124";
  const list = await db
    .insertInto("contact_lists")
    .values({ organization_id, name: "A list" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("contacts").values({ organization_id, contact_list_id: list.id, phone_number }).execute();
  await db.insertInto("do_not_call").values({ organization_id, phone_number, source: "manual" }).execute();
  const contactImport = await db
    .insertInto("contact_imports")
    .values({ organization_id, contact_list_id: list.id, object_key: "a file", request_uuid: randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("contact_import_errors")
    .values({ organization_id, import_id: contactImport.id, line: 2, reason: "no number" })
    .execute();
  return list.id;
};

const fillCampaigns = async ({ db, organizationId: organization_id, agent }: Filler, listId: number) => {
  const campaign = await db
    .insertInto("campaigns")
    .values({
      organization_id,
      name: "A campaign",
      agent_id: agent.agentId,
      source_type: "contact_list",
      source_id: String(listId),
      contact_list_id: listId,
      retry_config: {},
      circuit_breaker: {},
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const row = { organization_id, campaign_id: campaign.id };
  await db.insertInto("campaign_figures").values(row).execute();
  await db
    .insertInto("campaign_contacts")
    .values({ ...row, phone_number: "+12025550124" })
    .execute();
  await db
    .insertInto("campaign_logs")
    .values({ ...row, level: "info", event: "created", message: "It was made", actor: "system" })
    .execute();
  return campaign.id;
};

const fillCalls = async ({ db, organizationId: organization_id, agent }: Filler, campaign_id: number) => {
  const run = await db
    .insertInto("call_runs")
    .values({
      organization_id,
      uuid: randomUUID(),
      agent_id: agent.agentId,
      agent_version_id: agent.versionId,
      campaign_id,
      name: "A call",
      mode: "simulator",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("carrier_events")
    .values({ organization_id, run_id: run.id, event_id: "1", state: "queued", call: {} })
    .execute();
};
