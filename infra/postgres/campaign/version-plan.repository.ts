import { sql } from "kysely";
import { choosePlanned, listGoingOn, type VersionPlan } from "../../../domain/campaign/version-plan.rules.ts";
import { positionOfContact } from "../../../domain/campaign/version-shares.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { buildVersionsLockKey, lockShared } from "../locks.ts";

/** Reads the plan as it is now, which no guard changes before the transaction ends; waits for one that is changing it. */
export const readVersionPlan = async (tx: OrganizationTransaction, campaignId: number): Promise<VersionPlan | null> => {
  await lockShared(tx, buildVersionsLockKey(campaignId));
  const row = await tx.selectFrom("campaigns").select("version_plan").where("id", "=", campaignId).executeTakeFirst();
  return row?.version_plan ?? null;
};

/**
 * Gives the calls of stopped versions that no carrier was asked for yet to the versions that go on. A call whose row somebody has
 * locked is on its way to its end. The caller has locked the campaign, so that none is being handed over.
 */
export const moveQueuedRuns = async (
  tx: OrganizationTransaction,
  { campaignId, plan }: { campaignId: number; plan: VersionPlan },
): Promise<void> => {
  const goingOn = listGoingOn(plan).map(({ version_id: id }) => id);
  const { rows } = await sql<{ id: number; contact_id: number }>`
    select id, campaign_contact_id as contact_id from call_runs
    where campaign_id = ${campaignId} and ended_at is null and state = 'queued' and carrier_requested_at is null
      and campaign_contact_id is not null and agent_version_id <> all(${goingOn}::bigint[])
    order by id for update skip locked`.execute(tx);
  const moved = rows.map(({ id, contact_id: contactId }) => {
    const position = positionOfContact({ campaignId, contactId });
    return { id, contactId, versionId: choosePlanned(plan, { calledWith: null, position }) };
  });
  const columns = [
    moved.map(({ id }) => id),
    moved.map(({ contactId }) => contactId),
    moved.map(({ versionId }) => versionId),
  ];
  await sql`
    with moved as (select * from unnest(${columns[0]}::bigint[], ${columns[1]}::bigint[], ${columns[2]}::bigint[]) as m(run_id, contact_id, version_id)),
    contacts as (update campaign_contacts c set agent_version_id = m.version_id from moved m where c.id = m.contact_id)
    update call_runs r set agent_version_id = m.version_id from moved m where r.id = m.run_id`.execute(tx);
};
