import { sql } from "kysely";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";
import { changeFigures } from "./figures.repository.ts";

/** Puts the contact of a campaign's run back into the queue, due at `dueAt` or as before, and counts it there. */
export const requeueContact = async (
  tx: OrganizationTransaction,
  run: Pick<CallRun, "id" | "campaign_id" | "campaign_contact_id">,
  dueAt: Date | null,
): Promise<void> => {
  if (run.campaign_id === null) return;
  const contact = await tx
    .updateTable("campaign_contacts")
    .set({
      state: sql<"pending" | "waiting_retry">`case when retries > 0 then 'waiting_retry' else 'pending' end`,
      ...(dueAt && { next_attempt_at: dueAt }),
    })
    .where("id", "=", run.campaign_contact_id)
    .where("state", "=", "in_flight")
    .returning(["id", "state"])
    .executeTakeFirst();
  if (contact)
    await changeFigures(
      tx,
      run.campaign_id,
      { in_flight: -1, waiting_retry: contact.state === "waiting_retry" ? 1 : 0 },
      { contacts: { ids: [contact.id], state: contact.state }, run: { id: run.id } },
    );
};
