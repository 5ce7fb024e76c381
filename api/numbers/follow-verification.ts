import { ServiceError, WithStartWorkflowOperation, WorkflowUpdateRPCTimeoutOrCancelledError } from "@temporalio/client";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import { VERIFICATION_TRIES } from "../../domain/number/number-verification.rules.ts";
import { findRun } from "../../infra/postgres/call/call-run.repository.ts";
import { cancelQueuedCall } from "../../infra/postgres/call/unstarted-runs.repository.ts";
import type { NumberVerification } from "../../infra/postgres/number/number-verification.entity.ts";
import { endVerification, findVerification } from "../../infra/postgres/number/number-verification.repository.ts";
import { DECIDED_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import {
  numberVerificationContract,
  numberVerificationStartOptions,
  verificationStartUpdate,
} from "../../workflows/number-verification/number-verification.contract.ts";
import { callRefused, noCapacity } from "../calls/calls.errors.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { engineUnreachable, notCalled, verificationNotFound } from "./numbers.errors.ts";

/**
 * Starts a verification's workflow, or finds the running one, and answers when it is decided whether the number is
 * called.
 */
export const followVerification = async (context: OperationContext, row: NumberVerification) => {
  requireInitiated(await decisionFor(context, row));
  return context.inOrganization(async (tx) => {
    const now = await findVerification(tx, row.id);
    if (!now) throw verificationNotFound();
    const run = now.run_uuid === null ? undefined : await findRun(tx, now.run_uuid);
    return presentStarted(now, run?.id ?? null);
  });
};

const decisionFor = async (context: OperationContext, row: NumberVerification): Promise<FirstDecision> => {
  const { temporal } = context;
  try {
    return await temporal.withDeadline(Date.now() + DECIDED_WITHIN_MS, () =>
      waitWhileReachable(temporal, () =>
        temporal.workflow.executeUpdateWithStart(verificationStartUpdate, {
          startWorkflowOperation: new WithStartWorkflowOperation(
            numberVerificationContract.type,
            numberVerificationStartOptions(row),
          ),
        }),
      ),
    );
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return { kind: "initiated" };
    const isLate = error instanceof WorkflowUpdateRPCTimeoutOrCancelledError;
    if (!isLate && !(error instanceof ServiceError)) throw error;
    if (await isCalledOff(context, row)) throw engineUnreachable("nobody was called", error);
    return { kind: "initiated" };
  }
};

/** Cancels a call that was not handed over yet; a later one continues. */
const isCalledOff = (context: OperationContext, row: NumberVerification): Promise<boolean> =>
  context.inOrganization(async (tx) => {
    const reason = "the workflow engine was not reachable";
    const run = row.run_uuid === null ? undefined : await cancelQueuedCall(tx, row.run_uuid, reason);
    const now = await findVerification(tx, row.id);
    const wasAsked = row.run_uuid === null ? now?.carrier_requested_at !== null : run?.end_reason !== "not_started";
    if (wasAsked || !now) return false;
    await endVerification(tx, now, { state: "failed", error: reason });
    return true;
  });

const requireInitiated = (decision: FirstDecision): void => {
  switch (decision.kind) {
    case "initiated":
      return;
    case "blocked":
      throw notCalled(decision.outcome, decision.sentence);
    case "refused":
      throw callRefused(decision.outcome, decision.sentence);
    case "no_capacity":
      throw noCapacity(decision.sentence, decision.retryAfterSeconds);
  }
};

const presentStarted = (row: NumberVerification, runId: number | null) => ({
  phone_number: row.phone_number,
  method: row.method,
  telephony_configuration_id: row.telephony_configuration_id,
  expires_at: row.expires_at,
  tries_left: row.method === "call" ? VERIFICATION_TRIES - row.tries : null,
  workflow_run_id: runId,
  code_to_type: row.code_to_type,
  message: messageOf(row),
});

const messageOf = ({ method, code_to_type }: NumberVerification): string => {
  if (method === "call") return "The number is called, and a six-digit code is read twice: confirm with it";
  return code_to_type === null
    ? "The carrier contacts the number and gives a code: confirm with it"
    : "The carrier calls the number and asks for code_to_type: type it on that telephone, then confirm without a code";
};
