import { type CallToDial, isObstacle, type Obstacle, readCallToDial } from "../../application/call/call-to-dial.ts";
import type { CallPlan } from "../../domain/call/call-plan.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildCallAddresses, buildRelayUrl } from "../../infra/telephony/call-addresses.ts";
import type { PlaceCallRequest, PlannedConversation } from "../../infra/telephony/carrier.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Everything that a run's request to its carrier is built from. */
export interface OutboundCall extends CallToDial {
  request: PlaceCallRequest;
}

/**
 * Builds a run's call from its rows, or says what is missing. The caller id of a new call is chosen at its admission.
 */
export const assembleCall = async (
  deps: WorkerDependencies,
  tx: OrganizationTransaction,
  run: CallRun,
): Promise<OutboundCall | Obstacle> => {
  const call = await readCallToDial(deps, tx, run);
  return isObstacle(call) ? call : { ...call, request: requestFor(deps, call) };
};

/** Returns the call with this caller id. */
export const withCallerId = (call: OutboundCall, callerId: string | null): OutboundCall => ({
  ...call,
  request: { ...call.request, from: callerId ?? "" },
});

const requestFor = (deps: WorkerDependencies, call: CallToDial): PlaceCallRequest => {
  const { run, plan } = call;
  const { answerUrl, statusUrl } = buildCallAddresses(deps.publicBaseUrl, readCallAddress(call));
  return {
    runUuid: run.uuid,
    to: run.called_number ?? "",
    from: run.caller_number ?? "",
    answerUrl,
    statusUrl,
    ringTimeoutSeconds: plan.ringTimeoutSeconds,
    timeLimitSeconds: plan.timeLimitSeconds,
    detectMachine: plan.detectMachine,
    record: plan.record,
    conversation: plan.mode === null ? null : planConversation(deps, call, plan),
    greeting: plan.greeting.text,
  };
};

/** Returns what the addresses of a call are built from. */
export const readCallAddress = ({ run, carrier }: Pick<CallToDial, "run" | "carrier">) => ({
  provider: carrier.description.provider,
  organizationId: run.organization_id,
  runUuid: run.uuid,
});

/** Covers the ringing and differences of clocks. */
const TOKEN_MARGIN_SECONDS = 180;

const planConversation = (
  { tokens, publicBaseUrl, clock }: WorkerDependencies,
  call: CallToDial,
  { agreedSeconds, language, voice }: CallPlan,
): PlannedConversation => ({
  webSocketUrl: buildRelayUrl(
    { tokens, publicBaseUrl },
    {
      ...readCallAddress(call),
      expiresAt: new Date(clock.now().getTime() + (agreedSeconds + TOKEN_MARGIN_SECONDS) * 1000),
    },
  ),
  language,
  ...(voice && { voice }),
});
