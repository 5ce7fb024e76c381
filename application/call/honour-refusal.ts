import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { computeRefusedFigures } from "../../domain/call/settled-contact.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { lockCalledContact } from "../../infra/postgres/campaign/call-back.repository.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import { changeFigures } from "../../infra/postgres/campaign/figures.repository.ts";
import { addToDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/**
 * Puts the person of a call on the do-not-call list, because they asked for it in the call. Waits for a hand-over of the same number,
 * which may need the run: the caller must have locked nothing before.
 */
export const listRefusal = async (tx: OrganizationTransaction, run: CallRun): Promise<void> => {
  const theirs = run.direction === "inbound" ? run.caller_number : run.called_number;
  if (theirs === null) return;
  await addToDoNotCall(tx, {
    organizationId: run.organization_id,
    environment: run.environment,
    phoneNumbers: [theirs],
    source: "opt_out",
    reason: `asked for it in call ${run.uuid}`,
  });
};

/**
 * Honours a refusal that is known only after the call was settled: the number is listed, the call's outcome is that of one whose person
 * opted out, and its campaign does not call them again. A repeat changes nothing. The state of a call that is over stays.
 */
export const honourLateRefusal = async (tx: OrganizationTransaction, runUuid: string): Promise<void> => {
  const known = await findRun(tx, runUuid);
  if (!known) return;
  await listRefusal(tx, known);
  await tx.updateTable("conversations").set({ opted_out: true }).where("run_id", "=", known.id).execute();
  // The settlement of a call that is not over reads it there.
  if (!isCallOver(known)) return;
  await tx.updateTable("call_runs").set({ outcome: "opted_out", opted_out: true }).where("id", "=", known.id).execute();
  await finishContact(tx, known);
};

/** Rows are locked as at the end of a call: campaign, contact, figures. A contact that was called again since is that call's. */
const finishContact = async (tx: OrganizationTransaction, run: CallRun): Promise<void> => {
  if (run.campaign_id === null || run.campaign_contact_id === null) return;
  const campaign = await lockCampaignRow(tx, run.campaign_id);
  const contact = campaign && (await lockCalledContact(tx, run.campaign_contact_id));
  if (!contact || contact.attempts > run.attempt) return;
  const { id, state } = contact;
  if (state !== "waiting_retry" && state !== "finished") return;
  await tx
    .updateTable("campaign_contacts")
    .set({ state: "finished", last_outcome: "opted_out", answered: true, call_back_at: null })
    .where("id", "=", id)
    .execute();
  await changeFigures(tx, run.campaign_id, computeRefusedFigures({ state, wasAnswered: contact.answered }), {
    contacts: { ids: [id], state: "finished", outcome: "opted_out", hasAnswered: true },
  });
};
