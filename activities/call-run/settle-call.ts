import { findRun, isOver, type Run, takeRun } from "../../infra/postgres/call/call-run.repository.ts";
import { readCarrierEvent } from "../../infra/postgres/call/carrier-events.repository.ts";
import { addToDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { CallEnd, Settlement } from "../../workflows/call-run/call-run.ports.ts";
import { finalState } from "../../workflows/call-run/call-run.rules.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type RunEnd, settleRun } from "./settle-run.ts";
import { tripBreaker } from "./trip-breaker.ts";

/**
 * Settles a run by what ended it; one that is over stays as it is. Gives how the row says that it ended. The campaign's
 * breaker trips afterwards, holding nothing of the run; a repeat after a crash in between makes up for it.
 */
export const settleCall = async (
  deps: WorkerDependencies,
  input: CallRunInput & { end: CallEnd },
): Promise<Settlement> => {
  const { organizationId } = input;
  const settled = await deps.database.inOrganization(organizationId, (tx) => settle(deps, tx, input));
  const campaignId = settled.tippedCampaignId;
  if (campaignId !== null) await tripBreaker(deps, { organizationId, campaignId });
  return settled.settlement;
};

interface Settled {
  settlement: Settlement;
  /** Set when the campaign's breaker may have to trip. */
  tippedCampaignId: number | null;
}

const settle = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  input: CallRunInput & { end: CallEnd },
): Promise<Settled> => {
  const known = await findRun(tx, input.runUuid);
  if (!known || isOver(known)) return settledBefore(known);
  const end = await describeEnd(tx, known, input.end);
  if (!end) return { settlement: noteUnknownEvent(deps, input), tippedCampaignId: null };
  if (end.call?.optedOut) await honourOptOut(tx, known);
  const run = await takeRun(tx, input.runUuid);
  if (!run || isOver(run)) return settledBefore(run);
  const { tipsBreaker } = await settleRun(deps, tx, run, end);
  return {
    settlement: { kind: "settled", state: finalState(end.outcome) },
    tippedCampaignId: tipsBreaker ? run.campaign_id : null,
  };
};

/** A run without a row was never dialled. */
const settledBefore = (run: Run | undefined): Settled => ({
  settlement: { kind: "settled", state: run?.state ?? "canceled" },
  tippedCampaignId: run?.campaign_id ?? null,
});

/** Such an id was signalled by hand: the callback route and the checks write an event down before they tell of it. */
const noteUnknownEvent = ({ logger }: WorkerDependencies, input: CallRunInput & { end: CallEnd }): Settlement => {
  logger.warn({ runUuid: input.runUuid, end: input.end }, "a carrier event was told that nobody wrote down; ignored");
  return { kind: "unknown_event" };
};

/** Null: by an event that nobody wrote down. */
const describeEnd = async (tx: OrganizationTransaction, run: Run, end: CallEnd): Promise<RunEnd | null> => {
  if (end.by === "decision") return { outcome: end.outcome, endReason: end.reason, error: end.reason };
  const call = await readCarrierEvent(tx, run.id, end.eventId);
  if (!call) return null;
  const outcome = call.optedOut ? "opted_out" : (call.outcome ?? "unknown");
  return { outcome, endReason: call.detail ?? outcome, call };
};

/** Waits for a hand-over of the same number, if there is one; that may need the run, so nothing is locked before. */
const honourOptOut = async (tx: OrganizationTransaction, run: Run): Promise<void> => {
  if (run.called_number === null) return;
  await addToDoNotCall(tx, {
    organizationId: run.organization_id,
    phoneNumbers: [run.called_number],
    source: "opt_out",
    reason: `asked for it in call ${run.uuid}`,
  });
};
