import { sql } from "kysely";
import { changeFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

/**
 * Puts the contact of a campaign's run back into the queue, due at `dueAt` or as before. A run without a carrier
 * request is deleted: there was no attempt.
 */
export const releaseRun = async (tx: OrganizationTransaction, run: CallRun, dueAt: Date | null): Promise<void> => {
  if (run.campaign_id === null) return;
  const contact = await tx
    .updateTable("campaign_contacts")
    .set({
      state: sql<"pending" | "waiting_retry">`case when retries > 0 then 'waiting_retry' else 'pending' end`,
      ...(dueAt && { next_attempt_at: dueAt }),
    })
    .where("id", "=", run.campaign_contact_id)
    .where("state", "=", "in_flight")
    .returning("state")
    .executeTakeFirst();
  if (contact)
    await changeFigures(tx, run.campaign_id, {
      in_flight: -1,
      waiting_retry: contact.state === "waiting_retry" ? 1 : 0,
    });
  if (run.carrier_requested_at === null) await tx.deleteFrom("call_runs").where("id", "=", run.id).execute();
};
