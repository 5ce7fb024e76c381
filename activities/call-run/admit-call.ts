import { readAdmissionFacts, readRowsToAdmit } from "../../application/call/admission-facts.ts";
import { findCallerIdObstacle, isObstacle, speaksByModels } from "../../application/call/call-to-dial.ts";
import { chooseCallerIdToShow } from "../../application/call/choose-caller-id.ts";
import { giveToAccount, readRouted } from "../../application/call/route-call.ts";
import { CALL_DURATION_SECONDS } from "../../domain/agent/agent-settings.ts";
import { decideAdmission } from "../../domain/call/admission.rules.ts";
import type { AdmissionDecision, AdmissionFacts } from "../../domain/call/admission-facts.rules.ts";
import { isAttempt, THROTTLED } from "../../domain/call/attempt.rules.ts";
import type { BudgetFacts } from "../../domain/call/budget.rules.ts";
import { isToSpeak, RING_TIMEOUT_SECONDS } from "../../domain/call/call-plan.ts";
import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { SIP } from "../../domain/call/carrier-account.ts";
import { listRemedies } from "../../domain/call/remedies.ts";
import type { RecordedPolicy } from "../../domain/record/entry-facts.ts";
import { queueForAdmission } from "../../infra/postgres/call/admission.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { lockRun } from "../../infra/postgres/call/call-run.repository.ts";
import { markDialing } from "../../infra/postgres/call/run-transitions.ts";
import { failCampaign } from "../../infra/postgres/campaign/campaign-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { isCallBack } from "../../infra/postgres/request/call-back.repository.ts";
import { sendTogether, sendWithCommit } from "../../infra/postgres/send-together.ts";
import { keepVoiceSlotUnlessFull } from "../../infra/postgres/web-call/voice-reservation.repository.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { Dialled, Placement } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { endBudgetWait, waitForBudget } from "./call-budget.ts";
import { countAdmission } from "./call-figures.ts";
import { clockOf } from "./database-clock.ts";
import { assembleCall, type OutboundCall, withCallerId } from "./outbound-call.ts";
import { type Pace, readAccountPace, reserveSlot } from "./read-account-pace.ts";
import { recordRequest } from "./record-request.ts";
import { releaseRun } from "./release-run.ts";
import { settleRun } from "./settle-run.ts";

/**
 * The instants of an admission are the database's; afterwards this process counts by its own steady clock
 * (`admittedAtMs`). Wall clocks of other machines do not matter.
 */
export type Admission = { kind: "dial"; call: OutboundCall; pace: Pace; admittedAtMs: number } | Placement;

/** Admits a call in one transaction: reads the deciding rows, decides, and stores the attempt that is allowed. */
export const admitCall = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  input: CallRunInput,
): Promise<Admission> => {
  const found = await lockRun(tx, input.runUuid);
  if (!found) return { kind: "released" };
  if (isCallOver(found)) return answerForEnded(found);
  if (found.carrier_requested_at !== null) return answerForRequested(deps, tx, found);
  const { run, assembled } = await assembleRouted(deps, tx, found);
  // The first rule of admission, because the others need a complete call.
  if (isObstacle(assembled)) return failForObstacle(deps, tx, { run, obstacle: assembled.obstacle });
  const askedAtMs = performance.now();
  // From the lock on all other admissions of the organization wait.
  const [, callerId, pace, known] = await sendTogether(tx, (tx) => [
    queueForAdmission(tx, run),
    chooseCallerIdToShow(tx, assembled),
    readAccountPace(tx, assembled),
    // Where it limits them, the calls that show this caller id are counted when it is known.
    assembled.account.max_concurrent_per_caller_id === null && readRowsToAdmit(tx, run, null),
  ]);
  const call = withCallerId(assembled, callerId);
  const { facts, policy } = await readAdmissionFacts(tx, deps.prices, {
    ...call,
    callerId,
    known: known || null,
    isClaimed: true,
    timeLimitSeconds: call.request.timeLimitSeconds,
    obstacle: null,
    talkingVersionId: call.plan.mode === null ? null : run.agent_version_id,
    speakingVersionId: speaksByModels(call) ? run.agent_version_id : null,
    paceSlotMs: pace.slotMs,
  });
  clockOf(deps.database).observe({ askedAtMs, databaseMs: facts.nowMs, answeredAtMs: performance.now() });
  const decision = await decideWithVoice(tx, call, facts);
  countAdmission(deps, decision);
  return carryOut(deps, tx, { call, decision, pace, facts, policy });
};

/** Builds a call on the account that takes it. */
const assembleRouted = async (deps: WorkerDependencies, tx: OrganizationTransaction, found: CallRun) => {
  const { run, call } = await readRouted(deps, tx, found, { tries: true, read: (run) => assembleOn(deps, tx, run) });
  if (run !== found) await giveToAccount(tx, run);
  return { run, assembled: call };
};

const assembleOn = async (deps: WorkerDependencies, tx: OrganizationTransaction, run: CallRun) =>
  (await findCallerIdObstacle(tx, run)) ?? (await assembleCall(deps, tx, run));

/**
 * Decides, and keeps a place in a media process for an admitted call in which the platform itself speaks. All organizations share
 * the places, so only a call that is about to be dialled asks for one, before anything is written. Where another call has just
 * taken the last place, it is decided again without one.
 */
const decideWithVoice = async (
  tx: OrganizationTransaction,
  call: OutboundCall,
  facts: AdmissionFacts,
): Promise<AdmissionDecision> => {
  const decision = decideAdmission(facts);
  if (decision.kind !== "admit" || !speaksByModels(call)) return decision;
  const seconds = call.request.ringTimeoutSeconds + ANSWERED_AFTER_RINGING_SECONDS;
  const full = await keepVoiceSlotUnlessFull(tx, call.run, seconds);
  return full === null ? decision : decideAdmission({ ...facts, capacities: [...facts.capacities, full] });
};

const carryOut = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  {
    call,
    decision,
    pace,
    facts,
    policy,
  }: {
    call: OutboundCall;
    decision: AdmissionDecision;
    pace: Pace;
    facts: AdmissionFacts;
    policy: RecordedPolicy;
  },
): Promise<Admission> => {
  const { run } = call;
  const { nowMs } = facts;
  const admittedAtMs = performance.now();
  switch (decision.kind) {
    case "admit":
      await reserveSlot(tx, call, pace);
      await endBudgetWait(tx, call);
      // The last statement, so that the other admissions go on when the server has carried it out.
      await sendWithCommit(tx, (tx) => [
        startAttempt(tx, call, { now: new Date(nowMs), ...facts.budgets }),
        recordRequest(tx, call, { facts, policy }),
      ]);
      return { kind: "dial", call, pace, admittedAtMs };
    case "wait":
      if (!decision.capacity) await reserveSlot(tx, call, pace);
      return waitFor(decision, { nowMs, queues: run.campaign_id === null && (await isCallBack(tx, run.id)) });
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
      return block(deps, tx, { run, decision, facts });
    case "block":
      return block(deps, tx, { run, decision, facts });
  }
};

/** Covers the wait for the slot, the request to the carrier, and the media process's look for the person who has answered. */
const ANSWERED_AFTER_RINGING_SECONDS = 30;

/** A run wakes this long before its slot and waits for the rest in the activity. */
const WAKE_BEFORE_SLOT_MS = 750;

/** A call back waits for a free line until it is too late to dial it, because nobody waits for the answer of its request. */
const waitFor = (
  decision: Extract<AdmissionDecision, { kind: "wait" }>,
  { nowMs, queues }: { nowMs: number; queues: boolean },
): Placement => {
  const waitMs = decision.untilMs - nowMs - (decision.capacity ? 0 : WAKE_BEFORE_SLOT_MS);
  return {
    kind: "wait",
    waitSeconds: Math.max(waitMs, 100) / 1000,
    reason: decision.sentence,
    capacity: decision.capacity,
    ...(queues && { queues }),
  };
};

/** Stores the attempt. From here on the carrier may know it, so that a repetition after a crash reconciles. */
const startAttempt = async (
  tx: OrganizationTransaction,
  { run, carrier, request, plan }: OutboundCall,
  {
    now,
    highestCost,
    highestModelCost,
    highestSpeechCost,
  }: { now: Date } & Pick<BudgetFacts, "highestCost" | "highestModelCost" | "highestSpeechCost">,
): Promise<void> => {
  await markDialing(tx, run, {
    now,
    provider: carrier.description.provider,
    callerNumber: request.from || null,
    reserved: highestCost,
    // A reservation is kept only where a budget counts, in whose currency all of them are.
    reservedModelMinor: highestModelCost?.amountMinor ?? null,
    reservedSpeechMinor: highestSpeechCost?.amountMinor ?? null,
    isToSpeak: isToSpeak(plan, carrier.description),
  });
};

/** Returns what the call's workflow needs to follow it. */
export const describeDialledCall = ({ request, carrier }: OutboundCall): Dialled => ({
  ringTimeoutSeconds: request.ringTimeoutSeconds,
  timeLimitSeconds: request.timeLimitSeconds,
  ...(speaksByModels({ carrier }) && { carriesAudio: true }),
});

const block = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  {
    run,
    decision: { outcome, sentence },
    facts,
  }: { run: CallRun; decision: { outcome: string; sentence: string }; facts: AdmissionFacts },
): Promise<Placement> => {
  const ways = listRemedies(outcome, facts);
  await settleRun(deps, tx, run, { outcome, endReason: outcome, error: sentence, ways });
  return { kind: "settled", outcome, blocked: true, sentence };
};

/** A campaign is failed and its contact goes back; a one-off call ends with the sentence. */
export const failForObstacle = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { run, obstacle }: { run: CallRun; obstacle: string },
): Promise<Placement> => {
  if (run.campaign_id !== null) {
    // Locks the campaign before its contact and figures, in the common order.
    await failCampaign(tx, run.campaign_id, obstacle);
    await releaseRun(tx, run, null);
    return { kind: "released" };
  }
  await settleRun(deps, tx, run, { outcome: "failed", endReason: "not_dialled", error: obstacle });
  return { kind: "settled", outcome: "failed", blocked: false, sentence: obstacle };
};

/** Returns for a repeated request the answer that the first one gave, or would have given. */
const answerForEnded = (run: CallRun): Placement => {
  if (run.campaign_id !== null && !isAttempt(run.end_reason)) return { kind: "released" };
  if (run.end_reason === THROTTLED) return postponeForCarrier(DEFAULT_RETRY_AFTER_SECONDS);
  return {
    kind: "settled",
    outcome: run.outcome ?? run.state,
    blocked: run.state === "blocked",
    sentence: run.error ?? `The call is ${run.state}`,
  };
};

const DEFAULT_RETRY_AFTER_SECONDS = 1;

export const postponeForCarrier = (waitSeconds: number): Placement => ({
  kind: "wait",
  waitSeconds,
  reason: "The carrier asks to slow down",
  capacity: true,
});

/** Describes a call whose agent or account was removed after the carrier was asked: it goes on all the same. */
const describeUnassembledCall = (run: CallRun): Dialled => ({
  ringTimeoutSeconds: RING_TIMEOUT_SECONDS,
  timeLimitSeconds: CALL_DURATION_SECONDS.most,
  ...(run.provider === SIP && { carriesAudio: true }),
});

const answerForRequested = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<Placement> => {
  const call = await assembleCall(deps, tx, run);
  const times = isObstacle(call) ? describeUnassembledCall(run) : describeDialledCall(call);
  return { kind: run.carrier_accepted_at === null ? "unknown" : "accepted", ...times };
};
