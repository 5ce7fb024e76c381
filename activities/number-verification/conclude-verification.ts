import { isCallOver } from "../../domain/call/call-states.rules.ts";
import { mayHaveHeardCode } from "../../domain/number/number-verification.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  clearCode,
  endVerification,
  type LockedVerification,
  lockVerification,
  readSecondsLeft,
} from "../../infra/postgres/number/number-verification.repository.ts";
import type { NumberVerificationInput } from "../../workflows/number-verification/number-verification.contract.ts";
import type { VerificationStanding } from "../../workflows/number-verification/number-verification.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Decides by the row, its call's row and the database's clock; a canceled verification is over at once. */
export const concludeVerification = (
  { database }: WorkerDependencies,
  { organizationId, verificationId, canceled }: NumberVerificationInput & { canceled: boolean },
): Promise<VerificationStanding> =>
  database.inOrganization(organizationId, async (tx) => {
    const row = await lockVerification(tx, verificationId);
    if (row?.state !== "pending") return { state: row?.state ?? "failed", secondsLeft: 0, isCalling: false };
    const run = row.run_uuid === null ? undefined : await findRun(tx, row.run_uuid);
    const end = endOf(row, { run, canceled });
    if (end) {
      await endVerification(tx, row, end);
      return { state: end.state, secondsLeft: 0, isCalling: false };
    }
    return standingOf(tx, row, run);
  });

const endOf = (
  row: LockedVerification,
  { run, canceled }: { run: CallRun | undefined; canceled: boolean },
): { state: "expired" | "failed"; error: string | null } | null => {
  if (row.is_expired) return { state: "expired", error: null };
  if (canceled) return { state: "failed", error: "It was canceled" };
  const outcome = run?.outcome ?? "failed";
  if (!run || !isCallOver(run) || mayHaveHeardCode(outcome)) return null;
  return { state: "failed", error: `The call: ${outcome.replaceAll("_", " ")}` };
};

const standingOf = async (
  tx: OrganizationTransaction,
  row: LockedVerification,
  run: CallRun | undefined,
): Promise<VerificationStanding> => {
  const isCalling = run !== undefined && !isCallOver(run);
  if (!isCalling && row.code_sealed !== null) await clearCode(tx, row.id);
  return { state: "pending", secondsLeft: await readSecondsLeft(tx, row.id), isCalling };
};
