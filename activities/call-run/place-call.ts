import { findRoute } from "../../application/call/route-call.ts";
import { keepStanding } from "../../application/telephony/keep-standing.ts";
import { ACCOUNT_UNUSABLE, THROTTLED } from "../../domain/call/attempt.rules.ts";
import { lockPace, movePace } from "../../infra/postgres/call/admission.repository.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findDialledNumber, lockRun, markAccepted } from "../../infra/postgres/call/call-run.repository.ts";
import { cancelRun } from "../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  type AcquiredLocks,
  buildCampaignLockKey,
  buildNationalListsLockKey,
  buildNumberLockKey,
  withSharedLocks,
} from "../../infra/postgres/locks.ts";
import { sendWithCommit } from "../../infra/postgres/send-together.ts";
import type { PlaceCallResult } from "../../infra/telephony/carrier.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { Placement } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { admitCall, describeDialledCall, failForObstacle, postponeForCarrier } from "./admit-call.ts";
import { awaitSlot } from "./await-slot.ts";
import { countAnswer, countCarrierRequest, measureHandOver } from "./call-figures.ts";
import type { OutboundCall } from "./outbound-call.ts";
import { releaseRun } from "./release-run.ts";
import { setRefusedAccountAside } from "./set-account-aside.ts";
import { settleRun } from "./settle-run.ts";
import { tripBreaker } from "./trip-breaker.ts";

const CARRIER_TIMEOUT_MS = 10_000;
/**
 * The latest time after admission at which a request to the carrier may start. Reconciliation considers a request lost after 20
 * seconds, and the calling window was checked this far ahead.
 */
const LATEST_START_MS = 6000;

/**
 * Runs admission and, at most once in a run's life, one request to the carrier. The locks that a pause and a
 * do-not-call entry wait for are held from the decision until the carrier has answered.
 */
export const placeCall = async (deps: WorkerDependencies, input: CallRunInput): Promise<Placement> => {
  const [run] = await deps.database.inOrganization(input.organizationId, (tx) =>
    sendWithCommit(tx, (tx) => [findDialledNumber(tx, input.runUuid)]),
  );
  if (!run) return { kind: "released" };
  const keys = [
    buildNationalListsLockKey(run.organization_id),
    buildNumberLockKey(run.organization_id, run.called_number ?? ""),
  ];
  if (run.campaign_id !== null) keys.unshift(buildCampaignLockKey(run.campaign_id));
  const { placement, answered } = await measureHandOver<HandOver>(deps, async (locked) => {
    const handOver = await withSharedLocks(deps.lockPool, keys, (locks) => {
      locked();
      return admitAndDial(deps, input, locks);
    });
    if (handOver.kind !== "answered") return { placement: handOver };
    // From here on the carrier is not asked about the call, so nothing waits for the row.
    const recorded = await deps.database.inOrganization(input.organizationId, (tx) => recordAnswer(deps, tx, handOver));
    return { placement: recorded, answered: handOver };
  });
  // The carrier's own check takes seconds, and no pause waits for it.
  if (answered?.result.kind === "account_unusable") await setRefusedAccountAside(deps, answered.call);
  // A refusal counts as a failure; the breaker waits for the locks, which are released by now.
  if (placement.kind === "settled" && !placement.blocked && run.campaign_id !== null)
    await tripBreaker(deps, { organizationId: run.organization_id, campaignId: run.campaign_id });
  return placement;
};

/** The carrier's answer to the request. */
interface Answered {
  kind: "answered";
  call: OutboundCall;
  result: PlaceCallResult;
}

interface HandOver {
  placement: Placement;
  /** Absent where the carrier was not asked. */
  answered?: Answered;
}

const admitAndDial = async (
  deps: WorkerDependencies,
  input: CallRunInput,
  locks: AcquiredLocks,
): Promise<Placement | Answered> => {
  const admission = await deps.database.inOrganization(input.organizationId, (tx) => admitCall(deps, tx, input));
  if (admission.kind !== "dial") return admission;
  const { call, pace, admittedAtMs } = admission;
  const missed = await awaitSlot(deps, { call, pace, latestStartMs: admittedAtMs + LATEST_START_MS });
  if (missed) return deps.database.inOrganization(input.organizationId, (tx) => postponeMissed(tx, call, missed));
  // A call whose locks are lost or whose slot has passed is not dialled.
  const isTooLate = performance.now() - admittedAtMs > LATEST_START_MS;
  if (isTooLate || locks.areLost()) return { kind: "unknown", ...describeDialledCall(call) };
  countCarrierRequest(deps, call.run);
  const result = await call.carrier.placeCall(call.credentials, call.request, CARRIER_TIMEOUT_MS);
  countAnswer(deps, call.run, result);
  return { kind: "answered", call, result };
};

/** An account that works writes nothing; calls of the sandbox, which the simulator takes in its place, tell nothing of it. */
const keepStandingOfCalls = async (
  tx: OrganizationTransaction,
  { call: { account, run }, result }: { call: OutboundCall; result: PlaceCallResult },
): Promise<void> => {
  if (run.environment === "sandbox") return;
  const hasFailed = account.failures_in_row > 0 || account.out_until !== null;
  if (result.kind === "accepted" && !hasFailed) return;
  await keepStanding(tx, account, { answer: result, use: "calls" });
};

const recordAnswer = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { call, result }: Answered,
): Promise<Placement> => {
  await keepStandingOfCalls(tx, { call, result });
  if (result.kind === "accepted") {
    await markAccepted(tx, call.run, { carrierCallId: result.carrierCallId, send: sendWithCommit });
    return { kind: "accepted", ...describeDialledCall(call) };
  }
  const run = await lockRun(tx, call.run.uuid);
  if (!run) return { kind: "released" };
  switch (result.kind) {
    case "unknown":
      return { kind: "unknown", ...describeDialledCall(call) };
    case "throttled":
      return postponeThrottled(deps, tx, { call, run, result });
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
      if (run.campaign_id !== null) await cancelRun(tx, run, { endReason: ACCOUNT_UNUSABLE, reason: result.detail });
      if (run.campaign_id !== null && (await isFollowed(deps, tx, run))) {
        await releaseRun(tx, run, null);
        return { kind: "released" };
      }
      return failForObstacle(deps, tx, { run, obstacle: `The carrier refused the account: ${result.detail}` });
  }
};

/** The carrier was not asked: the call goes back until its new slot, as where a carrier asks to slow down. */
const postponeMissed = async (
  tx: OrganizationTransaction,
  call: OutboundCall,
  { waitMs }: { waitMs: number },
): Promise<Placement> => {
  const run = await lockRun(tx, call.run.uuid);
  if (!run) return { kind: "released" };
  const reason = "The call missed its turn by the account's calls per second";
  await cancelRun(tx, run, { endReason: THROTTLED, reason });
  if (run.campaign_id === null) return postponeForCarrier(Math.max(waitMs, 0) / 1000);
  await releaseRun(tx, run, new Date(Date.now() + Math.max(waitMs, 0)));
  return { kind: "released" };
};

/**
 * A throttled request is not an attempt: the account waits, the contact goes back, and the row stays as evidence of the
 * request.
 */
const postponeThrottled = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { call, run, result }: { call: OutboundCall; run: CallRun; result: Extract<PlaceCallResult, { kind: "throttled" }> },
): Promise<Placement> => {
  const { nowMs } = await lockPace(tx, call.account);
  const until = new Date(nowMs + result.retryAfterSeconds * 1000);
  await movePace(tx, call.account.id, until);
  await cancelRun(tx, run, { endReason: THROTTLED, reason: result.detail });
  if (run.campaign_id === null) return postponeForCarrier(result.retryAfterSeconds);
  await releaseRun(tx, run, (await isFollowed(deps, tx, run)) ? null : until);
  return { kind: "released" };
};

/** Tells whether another account takes the next attempt on the number, because the one that was asked is out. */
const isFollowed = async (deps: WorkerDependencies, tx: OrganizationTransaction, run: CallRun): Promise<boolean> => {
  const next = await findRoute(deps, tx, { run, tries: false });
  return next !== run.telephony_configuration_id;
};
