import { computeFailedCopyDelaySeconds } from "../../domain/call/follow-up.rules.ts";
import {
  askAgainLater,
  type DueReports,
  endAwaiting,
  isReportDue,
  listDueReports,
  type ReportingAccount,
  type RunWithDueReport,
} from "../../infra/postgres/call/awaited-reports.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Gathered } from "../../workflows/carrier-reports/carrier-reports.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { computeSecondsSinceEnd } from "./dialled-call.ts";
import { storeRecording } from "./store-recording.ts";

/** A round ends after so many, so that its progress is written. */
const RECORDINGS_OF_A_ROUND = 40;
/** Each is a stream through this process. */
const COPIED_AT_A_TIME = 4;

/**
 * Copies the recordings that an account's carrier had not ready at the end of their calls. A repetition overwrites the same objects.
 * One that cannot be copied does not keep the others.
 */
export const gatherRecordings = async (deps: WorkerDependencies, account: ReportingAccount): Promise<Gathered> => {
  const due: DueReports = { ...account, kind: "recording" };
  const inOrganization = <T>(work: (tx: OrganizationTransaction) => Promise<T>): Promise<T> =>
    deps.database.inOrganization(account.organizationId, work);
  const runs = await inOrganization((tx) => listDueReports(tx, due, RECORDINGS_OF_A_ROUND));
  const waiting = runs.values();
  let kept = 0;
  const copyInTurn = async (): Promise<void> => {
    for (const run of waiting) {
      const inSeconds = await copy(deps, run);
      if (inSeconds === null) kept += 1;
      await inOrganization((tx) =>
        inSeconds === null
          ? endAwaiting(tx, "recording", [run.id])
          : askAgainLater(tx, "recording", [{ runId: run.id, inSeconds }]),
      );
    }
  };
  await Promise.all(Array.from({ length: COPIED_AT_A_TIME }, copyInTurn));
  return inOrganization(async (tx) => ({ kept, isMoreDue: await isReportDue(tx, due) }));
};

/** Returns after how many seconds it is tried again; null: it is stored, or will never be. */
const copy = async (deps: WorkerDependencies, run: RunWithDueReport): Promise<number | null> => {
  try {
    const result = await storeRecording(deps, { organizationId: run.organization_id, runUuid: run.uuid });
    return result.kind === "again" ? result.inSeconds : null;
  } catch (err) {
    deps.logger.warn({ err, run_uuid: run.uuid }, "a recording could not be copied");
    return computeFailedCopyDelaySeconds(computeSecondsSinceEnd(run, deps));
  }
};
