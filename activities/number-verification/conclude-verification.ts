import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  endVerification,
  forgetCode,
  secondsLeftOf,
  takeVerification,
} from "../../infra/postgres/number/number-verification.repository.ts";
import type { NumberVerificationInput } from "../../workflows/number-verification/number-verification.contract.ts";
import type { VerificationStanding } from "../../workflows/number-verification/number-verification.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

const REACHED = ["answered", "voicemail", "opted_out", "unknown"];

/** Nobody has to be able to read the code from here on; where nobody heard it, the verification is over. */
export const noteCallOver = (
  { database }: WorkerDependencies,
  { organizationId, verificationId, runUuid }: NumberVerificationInput & { runUuid: string },
): Promise<VerificationStanding> =>
  database.inOrganization(organizationId, async (tx) => {
    const row = await takeVerification(tx, verificationId);
    if (!row) return { state: "failed", secondsLeft: 0 };
    await forgetCode(tx, row.id);
    const run = await findRun(tx, runUuid);
    const outcome = run?.outcome ?? "failed";
    if (!REACHED.includes(outcome))
      await endVerification(tx, row, { state: "failed", error: `The call: ${outcome.replaceAll("_", " ")}` });
    return standingOf(tx, verificationId);
  });

/** The row and the database's clock decide; a canceled verification is over at once. */
export const concludeVerification = (
  { database }: WorkerDependencies,
  { organizationId, verificationId, canceled }: NumberVerificationInput & { canceled: boolean },
): Promise<VerificationStanding> =>
  database.inOrganization(organizationId, async (tx) => {
    const row = await takeVerification(tx, verificationId);
    if (row?.is_expired) await endVerification(tx, row, { state: "expired", error: null });
    else if (row && canceled) await endVerification(tx, row, { state: "failed", error: "It was canceled" });
    return standingOf(tx, verificationId);
  });

const standingOf = async (tx: OrganizationTransaction, id: number): Promise<VerificationStanding> => {
  const row = await takeVerification(tx, id);
  if (row?.state !== "pending") return { state: row?.state ?? "failed", secondsLeft: 0 };
  return { state: "pending", secondsLeft: await secondsLeftOf(tx, id) };
};
