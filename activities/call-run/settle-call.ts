import { listRefusal } from "../../application/call/honour-refusal.ts";
import { endWithoutWords } from "../../application/conversation/end-conversation.ts";
import { isMachine } from "../../domain/answerer/answered-by.rules.ts";
import { decideCallOutcome } from "../../domain/call/call-outcome.rules.ts";
import { decideFinalState, isCallOver } from "../../domain/call/call-states.rules.ts";
import { FIRST_PRICE_ASKED_AFTER_SECONDS } from "../../domain/call/follow-up.rules.ts";
import {
  explainNoConversation,
  isWithoutConversation,
  NO_CONVERSATION,
} from "../../domain/call/no-conversation.rules.ts";
import { awaitReport } from "../../infra/postgres/call/awaited-reports.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun, isWaitingForPrice, lockRun } from "../../infra/postgres/call/call-run.repository.ts";
import { findRunAsReported } from "../../infra/postgres/call/carrier-events.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { CarrierCall } from "../../infra/telephony/carrier.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { CallEnd, Settlement } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type ConversationVerdict, listFollowUpSteps, readPauseSeconds, readVerdict } from "./call-conversation.ts";
import { readListedPrice, writePrices } from "./call-price.ts";
import { guardVersions } from "./guard-versions.ts";
import { type RunEnd, settleRun } from "./settle-run.ts";
import { tripBreaker } from "./trip-breaker.ts";

/**
 * Settles a run by what ended it; a settled one is not changed. Returns the end in its row. The campaign's breaker
 * trips afterwards, without locks of the run; a repeat after a crash in between makes up for it.
 */
export const settleCall = async (
  deps: WorkerDependencies,
  input: CallRunInput & { end: CallEnd },
): Promise<Settlement> => {
  const { organizationId } = input;
  const settled = await deps.database.inOrganization(organizationId, (tx) => settle(deps, tx, input));
  const { tippedCampaignId: tipped, guardedCampaignId: guarded } = settled;
  if (tipped !== null) await tripBreaker(deps, { organizationId, campaignId: tipped });
  if (guarded !== null) await guardVersions(deps, { organizationId, campaignId: guarded });
  return settled.settlement;
};

interface Settled {
  settlement: Settlement;
  /** Set when the campaign's breaker may have to trip. */
  tippedCampaignId: number | null;
  /** Set when the campaign has a guard, which looks at its versions after every call. */
  guardedCampaignId: number | null;
}

const settle = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  input: CallRunInput & { end: CallEnd },
): Promise<Settled> => {
  const { run: known, told = null } = (await findAsEnded(tx, input)) ?? {};
  if (!known || isCallOver(known)) return settledBefore(tx, known);
  const end = await describeEnd(tx, { run: known, told }, input.end);
  if (!end) return { settlement: noteUnknownEvent(deps, input), tippedCampaignId: null, guardedCampaignId: null };
  if (end.outcome === "opted_out") await listRefusal(tx, known);
  const run = await lockRun(tx, input.runUuid);
  if (!run || isCallOver(run)) return settledBefore(tx, run);
  const { tipsBreaker, guardsVersions } = await settleRun(deps, tx, run, end);
  if (end.endReason === NO_CONVERSATION && run.holds_conversation) await endWithoutWords(tx, run);
  await awaitPrice(deps, tx, {
    ...run,
    duration_seconds: end.call?.durationSeconds ?? null,
    cost_minor: end.call?.costMinor ?? null,
    carrier_call_id: carrierCallIdOf(run, end),
  });
  return {
    settlement: { kind: "settled", state: decideFinalState(end.outcome), ...(await followedUp(tx, run)) },
    tippedCampaignId: tipsBreaker ? run.campaign_id : null,
    guardedCampaignId: guardsVersions ? run.campaign_id : null,
  };
};

/** The price of a call is its carrier's, which is gathered for the account; of a carrier that never tells it is the table's, at once. */
const awaitPrice = async (deps: WorkerDependencies, tx: OrganizationTransaction, run: CallRun): Promise<void> => {
  if (!isWaitingForPrice(run)) return;
  const reports = run.provider !== null && deps.carriers.get(run.provider).reportsPrice;
  if (reports) await awaitReport(tx, run, { kind: "price", inSeconds: FIRST_PRICE_ASKED_AFTER_SECONDS });
  else await writePrices(tx, [{ run, price: readListedPrice(deps, run) }]);
};

const carrierCallIdOf = (run: CallRun, { call }: RunEnd): string | null =>
  run.carrier_call_id ?? call?.carrierCallId ?? null;

/** A run without a row was never dialled. */
const settledBefore = async (tx: OrganizationTransaction, run: CallRun | undefined): Promise<Settled> => ({
  settlement: { kind: "settled", state: run?.state ?? "canceled", ...(run && (await followedUp(tx, run))) },
  tippedCampaignId: run?.campaign_id ?? null,
  guardedCampaignId: run?.campaign_id ?? null,
});

/** Absent where there is no follow-up, so that histories of plain calls do not change. */
const followedUp = async (tx: OrganizationTransaction, run: CallRun) => {
  const { steps: followUp, after } = await listFollowUpSteps(tx, run);
  return { ...(followUp.length > 0 && { followUp }), ...(after.length > 0 && { after }) };
};

/** The id was signalled by hand: the callback route and the checks store an event before they signal it. */
const noteUnknownEvent = ({ logger }: WorkerDependencies, input: CallRunInput & { end: CallEnd }): Settlement => {
  logger.warn({ runUuid: input.runUuid, end: input.end }, "a signal named a carrier event that is not stored; ignored");
  return { kind: "unknown_event" };
};

interface RunAsTold {
  run: CallRun;
  /** The call as reported by the event that ended it; null: there is none. */
  told: CarrierCall | null;
}

const findAsEnded = async (
  tx: OrganizationTransaction,
  { runUuid, end }: CallRunInput & { end: CallEnd },
): Promise<RunAsTold | undefined> => {
  if (end.by === "event") return findRunAsReported(tx, runUuid, end.eventId);
  const run = await findRun(tx, runUuid);
  return run && { run, told: null };
};

/** The outcome stays that of the person's answer: a campaign does not call them again for a fault of ours. */
const VOICE_LOST = {
  endReason: "voice_lost",
  error: "No media process carried the call's voice any more, and it was hung up",
};

/** Returns null for an event that is not stored. */
const describeEnd = async (
  tx: OrganizationTransaction,
  { run, told: call }: RunAsTold,
  end: CallEnd,
): Promise<RunEnd | null> => {
  if (end.by === "decision") return { outcome: end.outcome, endReason: end.reason, error: end.reason };
  if (!call) return null;
  const verdict = await readVerdict(tx, run);
  const outcome = decideCallOutcome(call, verdict);
  if (outcome === "answered" && (await wasSilent(tx, run, { call, verdict }))) return describeSilence(run, call);
  return {
    outcome,
    ...(end.voiceLost ? VOICE_LOST : { endReason: call.detail ?? outcome }),
    call: { ...call, optedOut: outcome === "opted_out" },
  };
};

interface TalkedCall {
  call: CarrierCall;
  verdict: ConversationVerdict | null;
}

/** Looks at the agent only where nobody heard it, which is rare. */
const wasSilent = async (
  tx: OrganizationTransaction,
  run: CallRun,
  { call, verdict }: TalkedCall,
): Promise<boolean> => {
  const answered = {
    isToSpeak: run.speech === "expected",
    wasHeard: verdict?.wasHeard ?? false,
    isMachine: isMachine(call.answeredBy),
    talkSeconds: call.durationSeconds,
    pauseSeconds: 0,
  };
  if (!isWithoutConversation(answered)) return false;
  return isWithoutConversation({ ...answered, pauseSeconds: await readPauseSeconds(tx, run) });
};

const describeSilence = (run: CallRun, call: CarrierCall): RunEnd => ({
  outcome: "failed",
  endReason: NO_CONVERSATION,
  disposition: NO_CONVERSATION,
  error: explainNoConversation({ began: run.holds_conversation }),
  call,
});
