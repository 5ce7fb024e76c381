import { computeNextRemovalMs, removedAt } from "../../domain/privacy/carrier-recordings.rules.ts";
import type { Database } from "../../infra/postgres/database.ts";
import { addToReceipt } from "../../infra/postgres/privacy/person-erasures.repository.ts";
import type { RecordingToRemove } from "../../infra/postgres/privacy/recording-to-remove.entity.ts";
import {
  askToRemoveLater,
  listRecordingsToRemove,
  settleRecordings,
} from "../../infra/postgres/privacy/recordings-to-remove.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import { type CarrierAccount, findCarrierAccount } from "../telephony/find-carrier-account.ts";

interface Dependencies {
  database: Database;
  carriers: CarrierRegistry;
  secrets: SecretBox;
  clock: { now(): Date };
}

const CALLS_OF_A_PAGE = 50;

/**
 * Has carriers remove the recordings of calls that are due, until the time is over. Each is asked at least once: a crash before its answer
 * is noted asks again, which does no harm.
 */
export const removeCarrierRecordings = async (
  deps: Dependencies,
  organizationId: number,
  { erasureUuid, untilMs }: { erasureUuid?: string; untilMs: number },
): Promise<void> => {
  for (;;) {
    const due = await deps.database.inOrganization(organizationId, (tx) =>
      listRecordingsToRemove(tx, { ...(erasureUuid !== undefined && { erasureUuid }), limit: CALLS_OF_A_PAGE }),
    );
    for (const call of due) {
      await removeOfCall(deps, call);
      if (deps.clock.now().getTime() > untilMs) return;
    }
    if (due.length < CALLS_OF_A_PAGE) return;
  }
};

const removeOfCall = async (deps: Dependencies, call: RecordingToRemove): Promise<void> => {
  const { organization_id: organizationId, id } = call;
  const account = await deps.database.inOrganization(organizationId, (tx) => findAccountOf(deps, tx, call));
  if (typeof account === "string") {
    await deps.database.inOrganization(organizationId, (tx) =>
      settleRecordings(tx, id, { state: "left", error: account }),
    );
    return;
  }
  try {
    const count = await removeAll(account, call);
    await deps.database.inOrganization(organizationId, async (tx) => {
      if (!(await settleRecordings(tx, id, { state: "removed" })) || call.erasure_uuid === null) return;
      await addToReceipt(tx, call.erasure_uuid, { place: removedAt(call.provider), count });
    });
  } catch (error) {
    const isRefused = error instanceof CarrierRefusedError;
    if (!isRefused && !(error instanceof CarrierUnavailableError)) throw error;
    await noteFailure(deps, call, { isRefused, error: error.message });
  }
};

const noteFailure = (
  { database, clock }: Dependencies,
  { organization_id: organizationId, id, failures, created_at }: RecordingToRemove,
  { isRefused, error }: { isRefused: boolean; error: string },
): Promise<void> => {
  const inMs = computeNextRemovalMs({
    failures: failures + 1,
    sinceMs: clock.now().getTime() - created_at.getTime(),
  });
  return database.inOrganization(organizationId, async (tx) => {
    if (inMs === null) await settleRecordings(tx, id, { state: "left", error });
    else await askToRemoveLater(tx, id, { inMs, isRefused, error });
  });
};

/** Returns the account, or why nobody can ask any more. */
const findAccountOf = async (
  { carriers, secrets }: Dependencies,
  tx: Parameters<typeof findCarrierAccount>[1],
  call: RecordingToRemove,
): Promise<Pick<CarrierAccount, "carrier" | "credentials"> | string> => {
  const { telephony_configuration_id: accountId, provider } = call;
  const found = accountId === null ? undefined : await findCarrierAccount({ carriers, secrets }, tx, accountId);
  if (!found) return "its carrier account was deleted";
  const changedAt = found.account.account_changed_at;
  if (changedAt !== null && call.called_at < changedAt) return "its carrier account was changed to another one";
  if (!carriers.has(provider)) return `there is no carrier ${provider} any more`;
  return { carrier: carriers.get(provider), credentials: found.credentials };
};

/** Returns how many there were: those that the carrier has reported, and those that it lists. */
const removeAll = async (
  { carrier, credentials }: Pick<CarrierAccount, "carrier" | "credentials">,
  { carrier_call_id: carrierCallId, recordings }: RecordingToRemove,
): Promise<number> => {
  const told = recordings.map((recording) => ({ ...recording, durationSeconds: null }));
  const listed = await carrier.listRecordings(credentials, carrierCallId);
  const all = new Map([...told, ...listed].map((recording) => [recording.recordingId, recording]));
  for (const recording of all.values()) await carrier.removeRecording(credentials, recording);
  return all.size;
};
