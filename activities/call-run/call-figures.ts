import type { AdmissionDecision } from "../../domain/call/admission-facts.rules.ts";
import { decideFinalState } from "../../domain/call/call-states.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { recordCall } from "../../infra/telemetry/call-trace.ts";
import { maskNumber, maskText } from "../../infra/telemetry/mask-text.ts";
import type { CarrierCall, PlaceCallResult } from "../../infra/telephony/carrier.ts";
import type { Placement } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type Telemetry = Pick<WorkerDependencies, "metrics" | "logger">;

/** Measures a hand-over: the wait for its locks, whose end `locked` reports, and how long it then holds them. */
export const measureHandOver = async <HandOver extends { placement: Placement }>(
  { metrics }: Telemetry,
  handOver: (locked: () => void) => Promise<HandOver>,
): Promise<HandOver> => {
  const endWait = metrics.lockWaitSeconds.startTimer();
  let endHandOver = metrics.handOverSeconds.startTimer();
  const handedOver = await handOver(() => {
    endWait();
    endHandOver = metrics.handOverSeconds.startTimer();
  });
  endHandOver({ result: handedOver.placement.kind });
  return { ...handedOver, placement: withoutNumbers(handedOver.placement) };
};

export const countAdmission = ({ metrics }: Telemetry, decision: AdmissionDecision): void =>
  metrics.admissions.inc({ decision: nameOf(decision) });

const nameOf = (decision: AdmissionDecision): string => {
  switch (decision.kind) {
    case "admit":
      return "admitted";
    case "wait":
      return decision.capacity ? "waits_for_capacity" : "waits_for_pace";
    case "defer":
      return decision.outcome.replace("blocked", "deferred");
    case "block":
      return decision.outcome;
    case "expire":
      return "too_late";
    case "hold":
      return "waits_for_budget";
    case "obstruct":
      return "not_ready";
    case "release":
      return "campaign_not_running";
  }
};

export const countCarrierRequest = ({ metrics }: Telemetry, run: CallRun): void =>
  metrics.queueSeconds.observe(Math.max(Date.now() - run.created_at.getTime(), 0) / 1000);

export const countAnswer = ({ logger }: Telemetry, run: CallRun, { kind, ...answer }: PlaceCallResult): void =>
  logger.info(
    {
      campaign_id: run.campaign_id,
      call_attempt: run.attempt,
      to: maskNumber(run.called_number ?? ""),
      carrier_call_id: "carrierCallId" in answer ? answer.carrierCallId : undefined,
      detail: "detail" in answer ? answer.detail : undefined,
      result: kind,
    },
    "a call was handed to its carrier",
  );

export const countEnd = (
  { metrics, logger, tracing }: Telemetry & Pick<WorkerDependencies, "tracing">,
  run: CallRun,
  {
    outcome,
    endReason,
    call,
    callerUuid = null,
  }: { outcome: string; endReason: string; call?: CarrierCall; callerUuid?: string | null },
): void => {
  metrics.callsEnded.inc({ outcome });
  const isFailed = decideFinalState(outcome) === "failed";
  recordCall(tracing, run, { outcome, endReason, endedAt: call?.endedAt ?? new Date(), isFailed, callerUuid });
  logger.info(
    {
      run_uuid: run.uuid,
      campaign_id: run.campaign_id,
      provider: run.provider,
      outcome,
      end_reason: endReason,
      duration_seconds: call?.durationSeconds,
    },
    "a call has ended",
  );
};

/** Removes numbers, which a carrier's sentence may contain, because the history stores the result. */
export const withoutNumbers = (placement: Placement): Placement => {
  if (placement.kind === "settled") return { ...placement, sentence: maskText(placement.sentence) };
  if (placement.kind === "wait") return { ...placement, reason: maskText(placement.reason) };
  return placement;
};
