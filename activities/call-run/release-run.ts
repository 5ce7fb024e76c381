import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { requeueContact } from "../../infra/postgres/campaign/requeue-contact.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Puts the contact of a campaign's run back into the queue, due at `dueAt` or as before. A run without a carrier
 * request is deleted: there was no attempt.
 */
export const releaseRun = async (tx: OrganizationTransaction, run: CallRun, dueAt: Date | null): Promise<void> => {
  if (run.campaign_id === null) return;
  await requeueContact(tx, run, dueAt);
  if (run.carrier_requested_at === null) await tx.deleteFrom("call_runs").where("id", "=", run.id).execute();
};
