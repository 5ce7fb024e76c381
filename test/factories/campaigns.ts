import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { z } from "zod";
import { createCampaignOperation } from "../../api/campaigns/campaigns.operations.ts";
import { classifyForColumn } from "../../domain/number/number-kinds.ts";
import { countFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { Tables } from "../../infra/postgres/tables.ts";
import type { ApiClient } from "../harness/api-client.ts";
import type { TestDatabase } from "../harness/test-database.ts";
import type { Tenant } from "./tenant.ts";

export interface NewContact {
  phone_number: string;
  name?: string;
  timezone?: string | null;
  attributes?: object;
  priority?: number;
}

/** Numbers that no person has, all different. */
export const someContacts = (count: number): NewContact[] =>
  Array.from({ length: count }, (_, at) => ({
    phone_number: `+1415555${String(at).padStart(4, "0")}`,
    name: `Contact ${at}`,
  }));

/** The required settings of a campaign's row: no retries, no breaker. */
export const plainSettings = {
  retry_config: {
    enabled: false,
    max_retries: 0,
    retry_delay_seconds: 0,
    retry_on_busy: false,
    retry_on_no_answer: false,
    retry_on_voicemail: false,
  },
  circuit_breaker: { enabled: false, failure_threshold: 0.5, window_seconds: 120, min_calls_in_window: 5 },
};

/** Creates a contact list made by rows. */
export const createContactListRows = (
  { database }: TestDatabase,
  tenant: Tenant,
  contacts: readonly NewContact[] = someContacts(3),
): Promise<number> =>
  database.inOrganization(tenant.organizationId, async (tx) => {
    const { id } = await tx
      .insertInto("contact_lists")
      .values({ organization_id: tenant.organizationId, name: "People", contact_count: contacts.length })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (contacts.length > 0) {
      const owner = { organization_id: tenant.organizationId, contact_list_id: id };
      await tx
        .insertInto("contacts")
        .values(
          contacts.map((contact) => ({
            number_class: classifyForColumn(contact.phone_number),
            ...contact,
            ...owner,
          })),
        )
        .execute();
    }
    return id;
  });

type CreateBody = z.input<NonNullable<typeof createCampaignOperation.body>>;

/** Creates a draft, made over HTTP. */
export const createCampaign = async (
  client: ApiClient,
  body: Partial<CreateBody> & Pick<CreateBody, "workflow_id" | "contact_list_id">,
) => (await client.call(createCampaignOperation, { body: { name: "Spring", consent_attested: true, ...body } })).body;

export type ContactRow = Partial<Insertable<Tables["campaign_contacts"]>>;
export type RunRow = Partial<Insertable<Tables["call_runs"]>>;

/** Writes a campaign's contacts and calls as if they had happened, and its figures as they follow from them. */
export const fillCampaign = async (
  { everything }: TestDatabase,
  campaign: { id: number; organizationId: number; agentId: number; versionId: number; state?: "running" | "completed" },
  { contacts, runs = [] }: { contacts: readonly ContactRow[]; runs?: readonly RunRow[] },
): Promise<void> => {
  const owner = { organization_id: campaign.organizationId, campaign_id: campaign.id };
  await everything
    .insertInto("campaign_contacts")
    .values(
      contacts.map((contact, at) => ({ phone_number: `+1415666${String(at).padStart(4, "0")}`, ...contact, ...owner })),
    )
    .execute();
  if (runs.length > 0) {
    await everything
      .insertInto("call_runs")
      .values(runs.map((run, at) => ({ ...callOf(campaign), name: `call ${at}`, ...run, ...owner })))
      .execute();
  }
  const figures = await everything.transaction().execute((tx) => countFigures(tx, campaign.id));
  await everything.updateTable("campaign_figures").set(figures).where("campaign_id", "=", campaign.id).execute();
  const state = campaign.state ?? "completed";
  await everything
    .updateTable("campaigns")
    .set({ state, snapshot_at: new Date(), started_at: new Date(), contact_timezones: [""] })
    .where("id", "=", campaign.id)
    .execute();
};

const callOf = (campaign: { agentId: number; versionId: number }) => ({
  uuid: randomUUID(),
  agent_id: campaign.agentId,
  agent_version_id: campaign.versionId,
  mode: "telephony",
  provider: "simulator",
  called_number: "+14155550100",
});
