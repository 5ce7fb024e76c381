import { WorkflowUpdateFailedError } from "@temporalio/client";
import { WorkflowNotFoundError } from "@temporalio/common";
import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { endVerification, findVerification } from "../../infra/postgres/number/number-verification.repository.ts";
import { callRunContract, firstDecisionUpdate } from "../../workflows/call-run/call-run.contract.ts";
import type { NumberVerificationInput } from "../../workflows/number-verification/number-verification.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Waits for the admission of a verification's call; a refusal ends the verification. */
export const awaitDecision = async (
  deps: WorkerDependencies,
  input: NumberVerificationInput & { runUuid: string },
): Promise<FirstDecision> => {
  const decision = (await askWorkflow(deps, input)) ?? (await decisionInRow(deps, input));
  if (decision.kind === "initiated") return decision;
  const { organizationId, verificationId } = input;
  await deps.database.inOrganization(organizationId, async (tx) => {
    const row = await findVerification(tx, verificationId);
    if (row) await endVerification(tx, row, { state: "failed", error: decision.sentence });
  });
  return decision;
};

/** Returns null when the call is over already; its row then has the outcome. */
const askWorkflow = async (
  { temporal }: WorkerDependencies,
  address: { organizationId: number; runUuid: string },
): Promise<FirstDecision | null> => {
  try {
    return await temporal.workflow.getHandle(callRunContract.workflowId(address)).executeUpdate(firstDecisionUpdate);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError || error instanceof WorkflowUpdateFailedError) return null;
    throw error;
  }
};

const decisionInRow = async (
  { database }: WorkerDependencies,
  { organizationId, runUuid }: { organizationId: number; runUuid: string },
): Promise<FirstDecision> => {
  const run = await database.inOrganization(organizationId, (tx) => findRun(tx, runUuid));
  return run ? decisionOf(run) : { kind: "refused", outcome: "failed", sentence: "The call is gone" };
};

const decisionOf = (run: CallRun): FirstDecision => {
  const sentence = run.error ?? `The call is ${run.state}`;
  if (run.state === "blocked") return { kind: "blocked", outcome: run.outcome ?? "blocked", sentence };
  const isUnmade = (run.state === "failed" || run.state === "canceled") && run.carrier_accepted_at === null;
  return isUnmade && run.outcome !== "unknown"
    ? { kind: "refused", outcome: run.outcome ?? "failed", sentence }
    : { kind: "initiated" };
};
