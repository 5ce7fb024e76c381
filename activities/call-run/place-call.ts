import { setTimeout as delay } from "node:timers/promises";
import { readAdmissionFacts } from "../../infra/postgres/call/admission-facts.ts";
import { movePace, queueForAdmission, lockPace } from "../../infra/postgres/call/admission.repository.ts";
import { callerIdOf } from "../../infra/postgres/call/caller-id.repository.ts";
import { callerIdObstacle, isObstacle } from "../../infra/postgres/call/call-to-place.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { findRun, markAccepted, lockRun } from "../../infra/postgres/call/call-run.repository.ts";
import { cancelRun, markDialing } from "../../infra/postgres/call/run-transitions.ts";
import { failCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  campaignLockKey,
  type HeldLocks,
  nationalListsLockKey,
  numberLockKey,
  withSharedLocks,
} from "../../infra/postgres/locks.ts";
import type { PlaceCallResult } from "../../infra/telephony/carrier.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { Placement } from "../../workflows/call-run/call-run.ports.ts";
import { type AdmissionDecision, type AdmissionFacts, decideAdmission } from "../../domain/call/admission.rules.ts";
import type { Money } from "../../domain/call/budget.rules.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { endBudgetWait, waitForBudget } from "./call-budget.ts";
import { measureHandOver, noteAdmission, noteAnswer, noteRequest } from "./call-figures.ts";
import { type Pace, accountPace, reserveSlot } from "./account-pace.ts";
import { assembleCall, type OutboundCall, withCallerId } from "./outbound-call.ts";
import { releaseRun } from "./release-run.ts";
import { settleRun } from "./settle-run.ts";
import { tripBreaker } from "./trip-breaker.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";

const CARRIER_TIMEOUT_MS = 10_000;
/** Reconciliation takes a request for lost after 20 seconds, and the calling window was looked at this far ahead: one that has not started by now must not start. */
const LATEST_START_MS = 6000;

/**
 * Admission and, at most once in a run's life, one request to the carrier. The locks that a pause and a do-not-call
 * entry wait for are held from the decision until the carrier has answered.
 */
export const placeCall = async (deps: WorkerDependencies, input: CallRunInput): Promise<Placement> => {
  const run = await deps.database.inOrganization(input.organizationId, (tx) => findRun(tx, input.runUuid));
  if (!run) return { kind: "released" };
  const keys = [nationalListsLockKey(run.organization_id), numberLockKey(run.organization_id, run.called_number ?? "")];
  if (run.campaign_id !== null) keys.unshift(campaignLockKey(run.campaign_id));
  const placement = await measureHandOver(deps, (locked) =>
    withSharedLocks(deps.lockPool, keys, (locks) => {
      locked();
      return admitAndDial(deps, input, locks);
    }),
  );
  // A refusal counts as a failure; the breaker waits for the locks that are given back by now.
  if (placement.kind === "settled" && !placement.blocked && run.campaign_id !== null)
    await tripBreaker(deps, { organizationId: run.organization_id, campaignId: run.campaign_id });
  return placement;
};

/**
 * Instants of an admission are the database's; from then on this process counts by its own steady clock
 * (`admittedAtMs`). Wall clocks of other machines do not matter.
 */
type Admission = { kind: "dial"; call: OutboundCall; dialInMs: number; admittedAtMs: number } | Placement;

const admitAndDial = async (deps: WorkerDependencies, input: CallRunInput, locks: HeldLocks): Promise<Placement> => {
  const admission = await deps.database.inOrganization(input.organizationId, (tx) => admit(deps, tx, input));
  if (admission.kind !== "dial") return admission;
  const { call, dialInMs, admittedAtMs } = admission;
  await delay(Math.max(admittedAtMs + dialInMs - performance.now(), 0));
  // When its locks are lost or its slot has passed, the call is not dialled.
  const isTooLate = performance.now() - admittedAtMs > LATEST_START_MS;
  if (isTooLate || locks.areLost()) return { kind: "unknown", ...timesOf(call) };
  noteRequest(deps, call.run);
  const result = await call.carrier.placeCall(call.credentials, call.request, CARRIER_TIMEOUT_MS);
  noteAnswer(deps, call.run, result);
  return deps.database.inOrganization(input.organizationId, (tx) => recordAnswer(deps, tx, { call, result }));
};

/** One transaction: the rows that decide, the decision, and the attempt it allows. */
const admit = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  input: CallRunInput,
): Promise<Admission> => {
  const run = await lockRun(tx, input.runUuid);
  if (!run) return { kind: "released" };
  if (isCallOver(run)) return answerForEnded(run);
  if (run.carrier_requested_at !== null) return answerForRequested(deps, tx, run);
  const assembled = (await callerIdObstacle(tx, run)) ?? (await assembleCall(deps, tx, run));
  // The first rule of admission: there is no call yet that the others could be asked of.
  if (isObstacle(assembled)) return failForObstacle(deps, tx, { run, obstacle: assembled.obstacle });
  await queueForAdmission(tx, run);
  const callerId = await callerIdOf(tx, assembled);
  const call = withCallerId(assembled, callerId);
  const pace = await accountPace(tx, call);
  const { facts } = await readAdmissionFacts(tx, deps.prices, {
    ...call,
    callerId,
    isClaimed: true,
    timeLimitSeconds: call.request.timeLimitSeconds,
    obstacle: null,
    paceSlotMs: pace.slotMs,
  });
  const decision = decideAdmission(facts);
  noteAdmission(deps, decision);
  return carryOut(deps, tx, { call, decision, pace, facts });
};

const carryOut = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  {
    call,
    decision,
    pace,
    facts,
  }: { call: OutboundCall; decision: AdmissionDecision; pace: Pace; facts: AdmissionFacts },
): Promise<Admission> => {
  const { run } = call;
  const { nowMs } = facts;
  const { highestCost } = facts.budgets;
  const admittedAtMs = performance.now();
  switch (decision.kind) {
    case "admit":
      await reserveSlot(tx, call, pace);
      await startAttempt(tx, call, { now: new Date(nowMs), highestCost });
      await endBudgetWait(tx, call);
      return { kind: "dial", call, dialInMs: decision.dialAtMs - nowMs, admittedAtMs };
    case "wait":
      if (!decision.capacity) await reserveSlot(tx, call, pace);
      return waitFor(decision, nowMs);
    case "expire":
      await settleRun(deps, tx, run, { outcome: "canceled", endReason: "not_in_time", error: decision.sentence });
      return { kind: "settled", outcome: "canceled", blocked: false, sentence: decision.sentence };
    case "obstruct":
      return failForObstacle(deps, tx, { run, obstacle: decision.sentence });
    case "hold":
      await waitForBudget(tx, call, decision);
      await releaseRun(tx, run, null);
      return { kind: "released" };
    case "release":
      await releaseRun(tx, run, null);
      return { kind: "released" };
    case "defer":
      if (run.campaign_id !== null) {
        await releaseRun(tx, run, new Date(decision.untilMs));
        return { kind: "released" };
      }
      return block(deps, tx, { run, outcome: decision.outcome, sentence: decision.sentence });
    case "block":
      return block(deps, tx, { run, outcome: decision.outcome, sentence: decision.sentence });
  }
};

/** Woken this much before its slot, a run waits for the rest in place. */
const WAKE_BEFORE_SLOT_MS = 750;

const waitFor = (decision: Extract<AdmissionDecision, { kind: "wait" }>, nowMs: number): Placement => {
  const waitMs = decision.untilMs - nowMs - (decision.capacity ? 0 : WAKE_BEFORE_SLOT_MS);
  return {
    kind: "wait",
    waitSeconds: Math.max(waitMs, 100) / 1000,
    reason: decision.sentence,
    capacity: decision.capacity,
  };
};

/** From here on the carrier may have heard of the attempt: whoever comes after a crash reconciles. */
const startAttempt = async (
  tx: OrganizationTransaction,
  { run, carrier, request }: OutboundCall,
  { now, highestCost }: { now: Date; highestCost: Money | null },
): Promise<void> => {
  await markDialing(tx, run, {
    now,
    provider: carrier.description.provider,
    callerNumber: request.from || null,
    reserved: highestCost,
  });
};

const recordAnswer = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { call, result }: { call: OutboundCall; result: PlaceCallResult },
): Promise<Placement> => {
  const run = await lockRun(tx, call.run.uuid);
  if (!run) return { kind: "released" };
  switch (result.kind) {
    case "accepted":
      await markAccepted(tx, run, result.carrierCallId);
      return { kind: "accepted", ...timesOf(call) };
    case "unknown":
      return { kind: "unknown", ...timesOf(call) };
    case "throttled":
      return postponeThrottled(tx, { call, run, result });
    case "refused":
      await settleRun(deps, tx, run, {
        outcome: result.outcome,
        endReason: "refused_by_carrier",
        error: result.detail,
      });
      return {
        kind: "settled",
        outcome: result.outcome,
        blocked: false,
        sentence: `The carrier refused the call: ${result.detail}`,
      };
    case "account_unusable":
      if (run.campaign_id !== null) await cancelRun(tx, run, { endReason: "account_unusable", reason: result.detail });
      return failForObstacle(deps, tx, { run, obstacle: `The carrier refused the account: ${result.detail}` });
  }
};

const timesOf = ({ request }: OutboundCall) => ({
  ringTimeoutSeconds: request.ringTimeoutSeconds,
  timeLimitSeconds: request.timeLimitSeconds,
});

/** "Slow down" is not an attempt: the account waits, the contact goes back, the row stays as evidence of the request. */
const postponeThrottled = async (
  tx: OrganizationTransaction,
  { call, run, result }: { call: OutboundCall; run: CallRun; result: Extract<PlaceCallResult, { kind: "throttled" }> },
): Promise<Placement> => {
  const { nowMs } = await lockPace(tx, call.account);
  const until = new Date(nowMs + result.retryAfterSeconds * 1000);
  await movePace(tx, call.account.id, until);
  await cancelRun(tx, run, { endReason: "throttled", reason: result.detail });
  if (run.campaign_id === null) return slowDown(result.retryAfterSeconds);
  await releaseRun(tx, run, until);
  return { kind: "released" };
};

const block = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { run, outcome, sentence }: { run: CallRun; outcome: string; sentence: string },
): Promise<Placement> => {
  await settleRun(deps, tx, run, { outcome, endReason: outcome, error: sentence });
  return { kind: "settled", outcome, blocked: true, sentence };
};

/** A campaign stops as failed, its contact goes back; a one-off call ends with the sentence. */
const failForObstacle = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { run, obstacle }: { run: CallRun; obstacle: string },
): Promise<Placement> => {
  if (run.campaign_id !== null) {
    // The campaign before its contact and figures, as everybody locks them.
    await failCampaign(tx, run.campaign_id, obstacle);
    await releaseRun(tx, run, null);
    return { kind: "released" };
  }
  await settleRun(deps, tx, run, { outcome: "failed", endReason: "not_dialled", error: obstacle });
  return { kind: "settled", outcome: "failed", blocked: false, sentence: obstacle };
};

/** What a repeated request finds: the answer that the first one gave, or would have given. */
const answerForEnded = (run: CallRun): Placement => {
  const madeNoAttempt = run.end_reason === "throttled" || run.end_reason === "account_unusable";
  if (run.campaign_id !== null && madeNoAttempt) return { kind: "released" };
  if (run.end_reason === "throttled") return slowDown(DEFAULT_RETRY_AFTER_SECONDS);
  return {
    kind: "settled",
    outcome: run.outcome ?? run.state,
    blocked: run.state === "blocked",
    sentence: run.error ?? `The call is ${run.state}`,
  };
};

const DEFAULT_RETRY_AFTER_SECONDS = 1;

const slowDown = (waitSeconds: number): Placement => ({
  kind: "wait",
  waitSeconds,
  reason: "The carrier asks to slow down",
  capacity: true,
});

const answerForRequested = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<Placement> => {
  const call = await assembleCall(deps, tx, run);
  const times = isObstacle(call) ? { ringTimeoutSeconds: 30, timeLimitSeconds: 1200 } : timesOf(call);
  return { kind: run.carrier_accepted_at === null ? "unknown" : "accepted", ...times };
};
