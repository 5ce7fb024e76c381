import { sql } from "kysely";
import { followRun } from "../../application/journey/follow-run.ts";
import { settleConcludedUsage } from "../../application/model/settle-model-usage.ts";
import { readDetection, reviseAnswer, toAnswerer } from "../../domain/answerer/answered-by.rules.ts";
import { isAnswered, isBlocked } from "../../domain/call/call-outcome.rules.ts";
import { decideFinalState } from "../../domain/call/call-states.rules.ts";
import { SIP } from "../../domain/call/carrier-account.ts";
import { findMissedReason } from "../../domain/call/missed-call.rules.ts";
import { computeSettledFigures, decideSettledState } from "../../domain/call/settled-contact.rules.ts";
import { type AttemptEnd, decideNextStep } from "../../domain/campaign/retry.rules.ts";
import { revisedAnswerer, revisedEvidence, toldByCarrier } from "../../infra/postgres/call/answer-columns.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import {
  endTransfersOf,
  findCallerOfLeg,
  listTransferCalls,
  TRANSFER_MODE,
} from "../../infra/postgres/call/call-transfers.repository.ts";
import { recordMissedCall } from "../../infra/postgres/call/missed-calls.repository.ts";
import { endRun } from "../../infra/postgres/call/run-transitions.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { lockCampaignRow } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { CampaignContact } from "../../infra/postgres/campaign/campaign-contact.entity.ts";
import { changeFigures, keepCallSteps } from "../../infra/postgres/campaign/figures.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { sendLast, sendTogether } from "../../infra/postgres/send-together.ts";
import { recordOutcome } from "../../infra/postgres/timeline/call-outcome.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { addressCall, recordTransferCalls } from "../../infra/telemetry/call-trace.ts";
import type { CarrierCall } from "../../infra/telephony/carrier.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { buildReservedColumns } from "./call-budget.ts";
import { countEnd } from "./call-figures.ts";
import { readBreaker } from "./read-breaker.ts";

/** The end of a run; the carrier's own figures where a call was made. */
export interface RunEnd {
  outcome: string;
  endReason: string;
  error?: string | null;
  /** Set where it is known before the conversation is concluded. */
  disposition?: string;
  call?: CarrierCall;
  /** What people can do about a call that a rule has stopped. */
  ways?: string[];
}

/** Has the calls to people in the trace of their caller; returns the caller, where this is such a call. */
const traceTransfers = async (
  { tracing }: Pick<WorkerDependencies, "tracing">,
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<string | null> => {
  if (tracing.at(addressCall(run.uuid)) === null) return null;
  if (run.mode === TRANSFER_MODE) return findCallerOfLeg(tx, run.uuid);
  if (run.holds_conversation) recordTransferCalls(tracing, run.uuid, await listTransferCalls(tx, run.id));
  return null;
};

/**
 * Stores the whole end of a run in the given transaction: run, contact, the campaign's figures, timeline. The caller
 * has locked the run's row; a settled run must not be passed. Returns whether this end may trip the campaign's circuit
 * breaker: call `tripBreaker` after the transaction.
 */
export const settleRun = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  run: CallRun,
  end: RunEnd,
): Promise<{ tipsBreaker: boolean; guardsVersions: boolean }> => {
  await sendTogether(tx, (tx) => [
    writeEnd(deps, tx, { run, end }),
    tellTimeline(tx, run, end),
    // A conversation gets its outcome when it has been concluded.
    !run.holds_conversation &&
      recordOutcome(tx, run, {
        outcome: end.outcome,
        disposition: end.disposition ?? null,
        variables: {},
      }),
  ]);
  if (run.mode !== TRANSFER_MODE && run.holds_conversation) await endTransfersOf(tx, run.id);
  // Other calls of the campaign wait for its row, so it is locked last.
  const campaign =
    run.campaign_id === null
      ? undefined
      : await settleContact(tx, { run, campaignId: run.campaign_id, end: readAttemptEnd(run, end) });
  // A conversation leads further when it has been concluded.
  if (campaign?.journey_version != null && !run.holds_conversation) await followRun(tx, run, deps.clock.now());
  if (run.direction === "inbound") await keepMissedCall(tx, run, end);
  const callerUuid = await traceTransfers(deps, tx, run);
  countEnd(deps, run, { ...end, callerUuid });
  return {
    tipsBreaker: campaign !== undefined && (await readBreaker(tx, campaign, deps.clock.now())).trips,
    guardsVersions: campaign !== undefined && campaign.version_guard !== null && campaign.version_plan !== null,
  };
};

const writeEnd = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { run, end }: { run: CallRun; end: RunEnd },
): Promise<void> => {
  const { outcome, endReason, error, call } = end;
  const state = decideFinalState(outcome);
  const told = toldByCarrier(sql`${call?.answeredBy ?? null}::text`, sql`${call?.answerWord ?? null}::text`);
  await endRun(tx, run, {
    state,
    outcome,
    end_reason: endReason,
    // A successful call has no error, whatever text its carrier adds.
    error: error ?? (state === "failed" ? (call?.detail ?? null) : null),
    ended_at: call?.endedAt ?? new Date(),
    answered_at: sql<Date | null>`coalesce(answered_at, ${call?.answeredAt ?? null})`,
    answered_by: revisedAnswerer(sql`call_runs`, told),
    answer_evidence: revisedEvidence(sql`call_runs`, told),
    duration_seconds: call?.durationSeconds ?? null,
    cost_minor: call?.costMinor ?? null,
    carrier_cost_minor: call?.costMinor ?? null,
    currency: call?.currency ?? null,
    opted_out: call?.optedOut ?? false,
    // A call whose carrier never said how it ended keeps the last error: it is the reason.
    ...(call && { carrier_unreachable: null }),
    ...(end.disposition !== undefined && { disposition: end.disposition }),
    ...buildReservedColumns(deps, run, end),
  });
  // The platform itself may have spoken in it; the usage of a conversation is settled with its conclusions.
  if (run.provider === SIP && !run.holds_conversation) await settleConcludedUsage(tx, run.id, deps);
};

/** As the row says after this end was told. */
const readAttemptEnd = (run: CallRun, { outcome, call }: RunEnd): AttemptEnd => {
  const evidence = run.answer_evidence;
  const by = readDetection(run.answered_by);
  const known = by && { by: toAnswerer(by), source: evidence?.source ?? ("carrier" as const) };
  const told = call?.answeredBy ? { by: toAnswerer(call.answeredBy), source: "carrier" as const } : null;
  const standing = told ? reviseAnswer(known, told) : known;
  return { outcome, answeredBy: standing?.by ?? null, personCame: evidence?.person_came === true };
};

const takeInFlight = async (tx: OrganizationTransaction, run: CallRun): Promise<CampaignContact | undefined> =>
  tx
    .selectFrom("campaign_contacts")
    .selectAll()
    .where("id", "=", run.campaign_contact_id)
    .where("state", "=", "in_flight")
    .forUpdate()
    .executeTakeFirst();

/**
 * Gives the contact of a campaign's call back; returns the campaign, which stays locked. Rows below a run are always
 * locked in the order campaign, contact, figures.
 */
const settleContact = async (
  tx: OrganizationTransaction,
  { run, campaignId, end }: { run: CallRun; campaignId: number; end: AttemptEnd },
): Promise<Campaign | undefined> => {
  const [campaign, contact] = await sendTogether(tx, (tx) => [lockCampaignRow(tx, campaignId), takeInFlight(tx, run)]);
  if (campaign && contact) await giveContactBack(tx, { campaign, contact, end, runId: run.id });
  else await sendLast(tx, (tx) => keepCallSteps(tx, [run.id]));
  return campaign;
};

const giveContactBack = async (
  tx: OrganizationTransaction,
  { campaign, contact, end, runId }: { campaign: Campaign; contact: CampaignContact; end: AttemptEnd; runId: number },
): Promise<void> => {
  const { outcome } = end;
  const next =
    contact.journey_step_id === null
      ? decideNextStep(
          end,
          // What a person has asked for is no retry of the campaign's.
          { retries: contact.retries - contact.call_backs, failedRetries: contact.failed_retries },
          campaign.retry_config,
        )
      : // After a call of its journey, the journey alone says what follows.
        ({ kind: "finished" } as const);
  const state = decideSettledState(outcome, { next, attempts: contact.attempts });
  const changed = {
    state,
    last_outcome: outcome,
    call_back_at: null,
    answered: contact.answered || isAnswered(outcome),
    ...(next.kind === "retry" && {
      retries: contact.retries + 1,
      failed_retries: contact.failed_retries + (outcome === "failed" ? 1 : 0),
      // The database's clock later decides whether it is due.
      next_attempt_at: sql<Date>`clock_timestamp() + make_interval(secs => ${next.delaySeconds})`,
    }),
  } as const;
  await sendTogether(tx, (tx) => [
    tx.updateTable("campaign_contacts").set(changed).where("id", "=", contact.id).execute(),
    changeFigures(tx, campaign.id, computeSettledFigures(outcome, { state, wasAnswered: contact.answered }), {
      contacts: { ids: [contact.id], state, outcome, hasAnswered: changed.answered },
      run: { id: runId },
    }),
  ]);
};

const keepMissedCall = async (
  tx: OrganizationTransaction,
  run: CallRun,
  { call, endReason }: RunEnd,
): Promise<void> => {
  const wasAnswered = call ? call.answeredAt !== null : null;
  const reason = findMissedReason({ endReason, wasAnswered, holdsConversation: run.holds_conversation });
  if (!reason) return;
  await recordMissedCall(tx, {
    organizationId: run.organization_id,
    telephonyAccountId: run.telephony_configuration_id,
    carrierCallId: run.carrier_call_id ?? run.uuid,
    callerNumber: run.caller_number,
    calledNumber: run.called_number ?? "",
    reason,
    run: { id: run.id, agentId: run.agent_id },
  });
};

const tellTimeline = async (tx: OrganizationTransaction, run: CallRun, end: RunEnd): Promise<void> => {
  const blocked = isBlocked(end.outcome);
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "call_ended",
    actor: blocked ? "system" : `agent:${run.agent_id}`,
    summary: blocked
      ? `${run.name}: not dialled. ${end.error ?? ""}`
      : `${run.name}: ${(end.disposition ?? end.outcome).replaceAll("_", " ")}`,
    payload: {
      outcome: end.outcome,
      attempt: run.attempt,
      duration_seconds: end.call?.durationSeconds ?? null,
      ...(end.disposition !== undefined && { end_reason: end.endReason }),
    },
    agentId: run.agent_id,
    runId: run.id,
    campaignId: run.campaign_id,
    ...(blocked && { blocked: { reason: end.outcome, says: end.error ?? "", ways: end.ways ?? [] } }),
  });
};
