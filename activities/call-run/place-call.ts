import { setTimeout as delay } from "node:timers/promises";
import { movePace, lockPace } from "../../infra/postgres/call/admission.repository.ts";
import { findRun, markAccepted, lockRun } from "../../infra/postgres/call/call-run.repository.ts";
import { cancelRun } from "../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  buildCampaignLockKey,
  buildNationalListsLockKey,
  buildNumberLockKey,
  type LockConnection,
  withLockConnection,
} from "../../infra/postgres/locks.ts";
import type { PlaceCallResult } from "../../infra/telephony/carrier.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { Placement } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { measureHandOver, countAnswer, countCarrierRequest } from "./call-figures.ts";
import type { OutboundCall } from "./outbound-call.ts";
import { releaseRun } from "./release-run.ts";
import { settleRun } from "./settle-run.ts";
import { tripBreaker } from "./trip-breaker.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import {
  admitCall,
  type Admission,
  failForObstacle,
  LOCKS_REFUSED,
  slowAccountDown,
  describeDialledCall,
} from "./admit-call.ts";

const CARRIER_TIMEOUT_MS = 10_000;
/**
 * The latest time after admission at which a request to the carrier may start. Reconciliation takes a request for lost
 * after 20 seconds, and the calling window was checked this far ahead.
 */
const LATEST_START_MS = 6000;

/** A call that is to be handed to its carrier, or what has happened instead. */
type HandOver = { kind: "answered"; call: OutboundCall; result: PlaceCallResult } | Placement;

/**
 * Runs admission and, at most once in a run's life, one request to the carrier. The locks that a pause and a
 * do-not-call entry wait for are held from the decision until the carrier has answered.
 */
export const placeCall = async (deps: WorkerDependencies, input: CallRunInput): Promise<Placement> => {
  const inOrganization = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(input.organizationId, work);
  const run = await inOrganization((tx) => findRun(tx, input.runUuid));
  if (!run) return { kind: "released" };
  const placement = await measureHandOver(deps, async (measured) => {
    const handOver = await measured.untilReleased(() =>
      withLockConnection(deps.lockPool, (locks) =>
        admitAndDial(deps, input, { locks, keys: listLockKeys(run), onTaken: measured.taken }),
      ),
    );
    // Nobody waits for this: the request to the carrier is over.
    return handOver.kind === "answered" ? inOrganization((tx) => recordAnswer(deps, tx, handOver)) : handOver;
  });
  // A refusal counts as a failure; the breaker waits for the locks, which are released by now.
  if (placement.kind === "settled" && !placement.blocked && run.campaign_id !== null)
    await tripBreaker(deps, { organizationId: run.organization_id, campaignId: run.campaign_id });
  return placement;
};

const listLockKeys = (run: CallRun): string[] => [
  ...(run.campaign_id === null ? [] : [buildCampaignLockKey(run.campaign_id)]),
  buildNationalListsLockKey(run.organization_id),
  buildNumberLockKey(run.organization_id, run.called_number ?? ""),
];

interface HandOverLocks {
  locks: LockConnection;
  keys: readonly string[];
  onTaken: () => void;
}

const admitAndDial = async (
  deps: WorkerDependencies,
  input: CallRunInput,
  handOver: HandOverLocks,
): Promise<HandOver> => {
  const admission = await admitLocked(deps, input, handOver);
  if (admission.kind !== "dial") return admission;
  const { call, dialInMs, admittedAtMs } = admission;
  await delay(Math.max(admittedAtMs + dialInMs - performance.now(), 0));
  // A call whose locks are lost or whose slot has passed is not dialled.
  const isTooLate = performance.now() - admittedAtMs > LATEST_START_MS;
  if (isTooLate || handOver.locks.areLost()) return { kind: "unknown", ...describeDialledCall(call) };
  countCarrierRequest(deps, call.run);
  const result = await call.carrier.placeCall(call.credentials, call.request, CARRIER_TIMEOUT_MS);
  countAnswer(deps, call.run, result);
  return { kind: "answered", call, result };
};

/**
 * Admits the call. It takes the locks when it is the call's turn in the organization, so that a pause waits for
 * requests to carriers and not for calls that wait for their turn. A turn does not wait for a pause or a do-not-call
 * entry, which may wait for a carrier: it is given up, and the next one is waited for with the locks.
 */
const admitLocked = async (
  deps: WorkerDependencies,
  input: CallRunInput,
  { locks, keys, onTaken }: HandOverLocks,
): Promise<Admission> => {
  const admit = (takeLocks: () => Promise<boolean>) =>
    deps.database.inOrganization(input.organizationId, (tx) => admitCall(deps, tx, { ...input, takeLocks }));
  const admission = await admit(async () => {
    const taken = await locks.tryShared(keys);
    if (taken) onTaken();
    return taken;
  });
  if (admission !== LOCKS_REFUSED) return admission;
  await locks.takeShared(keys);
  onTaken();
  const next = await admit(() => Promise.resolve(true));
  if (next === LOCKS_REFUSED) throw new Error("locks that are held were refused");
  return next;
};

const recordAnswer = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  { call, result }: Extract<HandOver, { kind: "answered" }>,
): Promise<Placement> => {
  if (result.kind === "accepted") {
    await markAccepted(tx, call.run, result.carrierCallId);
    return { kind: "accepted", ...describeDialledCall(call) };
  }
  const run = await lockRun(tx, call.run.uuid);
  if (!run) return { kind: "released" };
  switch (result.kind) {
    case "unknown":
      return { kind: "unknown", ...describeDialledCall(call) };
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

/**
 * A throttled request is not an attempt: the account waits, the contact goes back, and the row stays as evidence of the
 * request.
 */
const postponeThrottled = async (
  tx: OrganizationTransaction,
  { call, run, result }: { call: OutboundCall; run: CallRun; result: Extract<PlaceCallResult, { kind: "throttled" }> },
): Promise<Placement> => {
  const { nowMs } = await lockPace(tx, call.account);
  const until = new Date(nowMs + result.retryAfterSeconds * 1000);
  await movePace(tx, call.account.id, until);
  await cancelRun(tx, run, { endReason: "throttled", reason: result.detail });
  if (run.campaign_id === null) return slowAccountDown(result.retryAfterSeconds);
  await releaseRun(tx, run, until);
  return { kind: "released" };
};
