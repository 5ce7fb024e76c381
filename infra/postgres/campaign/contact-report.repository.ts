import { type ExpressionBuilder, sql } from "kysely";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import { CONTACT_STATE } from "./listed-contacts.repository.ts";

export type ReportContact = Awaited<ReturnType<typeof readContactPage>>[number];

/** Returns the names of the attributes that the campaign's contacts have, sorted. */
export const listAttributeNames = async (tx: OrganizationTransaction, campaignId: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom("campaign_contacts")
    .select(sql<string>`jsonb_object_keys(attributes)`.as("name"))
    .distinct()
    .where("campaign_id", "=", campaignId)
    .execute();
  return rows.map(({ name }) => name).sort();
};

/**
 * Yields every contact of a campaign with its last call, in the order of their numbers, in pages: each page is one short
 * transaction, so a slow reader holds no lock.
 */
export async function* readContactReport(
  database: Pick<Database, "inOrganization">,
  organizationId: number,
  { campaignId, pageSize }: { campaignId: number; pageSize: number },
): AsyncGenerator<ReportContact[]> {
  let afterNumber = "";
  for (;;) {
    const page = await database.inOrganization(organizationId, (tx) =>
      readContactPage(tx, { campaignId, afterNumber, pageSize }),
    );
    const last = page.at(-1);
    if (!last) return;
    afterNumber = last.phone_number;
    yield page;
  }
}

const readContactPage = (
  tx: OrganizationTransaction,
  { campaignId, afterNumber, pageSize }: { campaignId: number; afterNumber: string; pageSize: number },
) =>
  tx
    .selectFrom("campaign_contacts")
    .leftJoinLateral(lastRun, (join) => join.onTrue())
    .leftJoinLateral(costs, (join) => join.onTrue())
    .select(["campaign_contacts.contact_id", "campaign_contacts.phone_number", "campaign_contacts.name"])
    .select(["campaign_contacts.timezone", "campaign_contacts.attributes", "campaign_contacts.attempts"])
    .select(["campaign_contacts.last_outcome", "campaign_contacts.dialled", CONTACT_STATE.as("state")])
    .select("campaign_contacts.call_back_at")
    .select(
      sql<Date | null>`case when campaign_contacts.state = 'waiting_retry' then next_attempt_at end`.as(
        "next_attempt_at",
      ),
    )
    .select(["last_run.id as run_id", "last_run.disposition", "last_run.error", "last_run.caller_number"])
    .select(["last_run.started_at", "last_run.answered_at", "last_run.ended_at"])
    .select(["last_run.version_number"])
    .select(["costs.cost_minor", "costs.currency", "costs.duration_seconds"])
    .where("campaign_contacts.campaign_id", "=", campaignId)
    .where("campaign_contacts.phone_number", ">", afterNumber)
    .orderBy("campaign_contacts.phone_number")
    .limit(pageSize)
    .execute();

type Contacts = ExpressionBuilder<Tables, "campaign_contacts">;

const lastRun = (contacts: Contacts) =>
  contacts
    .selectFrom("call_runs")
    .select(["id", "disposition", "error", "caller_number", "started_at", "answered_at", "ended_at"])
    .select(
      sql<number>`(select v.version_number from agent_versions v where v.id = call_runs.agent_version_id)`.as(
        "version_number",
      ),
    )
    .whereRef("call_runs.campaign_contact_id", "=", "campaign_contacts.id")
    .orderBy("id", "desc")
    .limit(1)
    .as("last_run");

/** Calls of one contact may have been charged in several currencies, which do not add up. */
const costs = (contacts: Contacts) =>
  contacts
    .selectFrom("call_runs")
    .select(
      sql<number | null>`case when count(distinct currency) = 1 then sum(cost_minor)::bigint end`.as("cost_minor"),
    )
    .select(sql<string | null>`case when count(distinct currency) = 1 then min(currency) end`.as("currency"))
    .select(sql<number | null>`sum(duration_seconds)::bigint`.as("duration_seconds"))
    .whereRef("call_runs.campaign_contact_id", "=", "campaign_contacts.id")
    .as("costs");
