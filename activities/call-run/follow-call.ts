import { MAY_STILL_ARRIVE_SECONDS } from "../../domain/call/reconciliation.rules.ts";
import { isWorthWarning } from "../../domain/call/silent-call.rules.ts";
import { maskTexts } from "../../infra/guarded-request/refusal-text.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import {
  markAccepted,
  noteUnreachable,
  readMillisecondsSinceRequest,
} from "../../infra/postgres/call/call-run.repository.ts";
import { hasCallbacks, recordCarrierEvent } from "../../infra/postgres/call/carrier-events.repository.ts";
import { buildCallAddresses } from "../../infra/telephony/call-addresses.ts";
import { type CarrierCall, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { CallRunInput } from "../../workflows/call-run/call-run.contract.ts";
import type { CallCheck, Reconciliation, UnansweredBefore } from "../../workflows/call-run/call-run.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { type RequestedCall, readDialledCall, readRequestedCall } from "./dialled-call.ts";
import { readCallAddress } from "./outbound-call.ts";

/** Looks a call up whose answer was lost. It is never requested again. */
export const reconcileCall = async (
  deps: WorkerDependencies,
  input: CallRunInput & UnansweredBefore,
): Promise<Reconciliation> => {
  const call = await readRequestedCall(deps, input);
  if (!call) return { kind: "undecided" };
  const { run, carrier, credentials } = call;
  if (run.carrier_accepted_at !== null) return { kind: "found", eventId: null };
  const requestedAt = run.carrier_requested_at ?? run.created_at;
  // Read before the carrier is asked, so that the time of its answer does not count.
  const age = await deps.database.inOrganization(input.organizationId, (tx) =>
    readMillisecondsSinceRequest(tx, run.id),
  );
  const found = await askCarrier(deps, { call, input }, () =>
    carrier.findCall(credentials, {
      runUuid: run.uuid,
      to: run.called_number ?? "",
      from: run.caller_number ?? "",
      requestedAt,
      statusUrl: buildCallAddresses(deps.publicBaseUrl, readCallAddress(call)).statusUrl,
    }),
  );
  if (isUnavailable(found)) return { kind: "undecided", ...found };
  if (found !== null) return { kind: "found", eventId: await keepReading(deps, run, found) };
  return age !== null && age > MAY_STILL_ARRIVE_SECONDS * 1000 ? { kind: "absent" } : { kind: "undecided" };
};

/** Asks the carrier for a call's state, and stores the answer like a callback. */
export const checkCall = async (
  deps: WorkerDependencies,
  input: CallRunInput & UnansweredBefore,
): Promise<CallCheck> => {
  const call = await readDialledCall(deps, input);
  if (!call) return { eventId: null, callbacksArrive: false };
  const { run, carrier, credentials, carrierCallId } = call;
  const reading = await askCarrier(deps, { call, input }, () => carrier.fetchCall(credentials, carrierCallId));
  const eventId = isUnavailable(reading) || reading === null ? null : await keepReading(deps, run, reading);
  const callbacksArrive = await deps.database.inOrganization(input.organizationId, (tx) => hasCallbacks(tx, run.id));
  return { eventId, callbacksArrive, ...(isUnavailable(reading) && reading) };
};

export const hangUpCall = async (deps: WorkerDependencies, input: CallRunInput): Promise<void> => {
  const call = await readDialledCall(deps, input);
  if (call) await call.carrier.hangUp(call.credentials, call.carrierCallId);
};

interface Unavailable {
  carrierError: string;
}

const isUnavailable = (answer: CarrierCall | Unavailable | null): answer is Unavailable =>
  answer !== null && "carrierError" in answer;

/** Keeps in the call's row why it waits, for its page, and takes that away with the carrier's next answer. */
const askCarrier = async (
  { logger, database }: WorkerDependencies,
  { call, input }: { call: RequestedCall; input: CallRunInput & UnansweredBefore },
  ask: () => Promise<CarrierCall | null>,
): Promise<CarrierCall | Unavailable | null> => {
  const note = (unreachable: Parameters<typeof noteUnreachable>[2]) =>
    database.inOrganization(input.organizationId, (tx) => noteUnreachable(tx, call.run, unreachable));
  try {
    const answer = await ask();
    if (call.run.carrier_unreachable !== null) await note(null);
    return answer;
  } catch (error) {
    if (!(error instanceof CarrierUnavailableError)) throw error;
    const carrierError = describeForPeople(error, call);
    const tries = (input.unansweredTries ?? 0) + 1;
    await note({ tries, last_error: carrierError });
    if (isWorthWarning(tries))
      logger.warn(
        { organization_id: input.organizationId, run_uuid: input.runUuid, tries, reason: carrierError },
        "the carrier cannot be asked about a call; it is asked again",
      );
    return { carrierError };
  }
};

/** The reason goes into the workflow's history, so it has no secret of the account and no number of a person. */
const describeForPeople = (error: CarrierUnavailableError, { run, credentials }: RequestedCall): string => {
  const settings = Object.values(credentials).filter((value) => typeof value === "string");
  const numbers = [run.called_number, run.caller_number].filter((number) => number !== null);
  return maskTexts(error.message, [...settings, ...numbers]) ?? "no reason was given";
};

const keepReading = (deps: WorkerDependencies, run: CallRun, call: CarrierCall): Promise<string | null> =>
  deps.database.inOrganization(run.organization_id, async (tx) => {
    await markAccepted(tx, run, call);
    const event = { eventId: `fetch:${call.carrierCallId}:${call.state}`, call };
    return (await recordCarrierEvent(tx, run, event)).endEventId;
  });
