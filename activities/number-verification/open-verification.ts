import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { findVerification } from "../../infra/postgres/number/number-verification.repository.ts";
import type { NumberVerificationInput } from "../../workflows/number-verification/number-verification.contract.ts";
import type { OpenedVerification } from "../../workflows/number-verification/number-verification.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Opens the verification that the row describes. */
export const openVerification = (
  { database }: WorkerDependencies,
  { organizationId, verificationId }: NumberVerificationInput,
): Promise<OpenedVerification> =>
  database.inOrganization(organizationId, async (tx) => {
    const row = await findVerification(tx, verificationId);
    if (row?.state !== "pending") return { kind: "over" };
    if (row.run_uuid === null) return { kind: "carrier" };
    const run = await findRun(tx, row.run_uuid);
    if (!run) return { kind: "over" };
    return { kind: "call", runUuid: run.uuid, agentId: run.agent_id, environment: run.environment };
  });
