import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  allHandlersFinished,
  type ChildWorkflowHandle,
  condition,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  startChild,
} from "@temporalio/workflow";
import type { CallRunState } from "../../domain/call/call-states.rules.ts";
import type { FirstDecision } from "../../domain/call/first-decision.rules.ts";
import { computeVerificationWaitSeconds } from "../../domain/number/number-verification.rules.ts";
import {
  type CallRunInput,
  callRunContract,
  callRunStartOptions,
  hangUpSignal,
} from "../call-run/call-run.contract.ts";
import { receiveCancellation, runUncancellably } from "../cancellation.ts";
import { CARRIER_QUEUE } from "../task-queues.ts";
import {
  type NumberVerificationInput,
  type VerificationState,
  verificationConcludedSignal,
  verificationStartUpdate,
} from "./number-verification.contract.ts";
import { describeVerification } from "./number-verification.details.ts";
import type { NumberVerificationActivities, OpenedVerification } from "./number-verification.ports.ts";

const { openVerification, hearDecision, askCarrierToVerify, concludeVerification } =
  proxyActivities<NumberVerificationActivities>({
    taskQueue: CARRIER_QUEUE,
    startToCloseTimeout: "60 seconds",
    heartbeatTimeout: "5 seconds",
    retry: { initialInterval: "500 milliseconds", maximumInterval: "10 seconds" },
  });

interface Verification {
  input: NumberVerificationInput;
  start: FirstDecision | null;
  /** The row was reported as changed, so it is read. */
  concluded: boolean;
  canceled: boolean;
}

type CallHandle = ChildWorkflowHandle<(input: CallRunInput) => Promise<CallRunState>>;

/** Calls a number, or has its carrier do so, and waits until its code was typed or its time has passed. */
export const numberVerification = async (input: NumberVerificationInput): Promise<VerificationState> => {
  const verification: Verification = { input, start: null, concluded: false, canceled: false };
  setHandler(verificationConcludedSignal, () => {
    verification.concluded = true;
  });
  setHandler(verificationStartUpdate, () => runUncancellably(() => startOf(verification)));
  const cancel = () => {
    verification.canceled = true;
    verification.concluded = true;
  };
  return receiveCancellation(cancel, async () => {
    const state = await verify(verification);
    await condition(allHandlersFinished);
    return state;
  });
};

const startOf = async (verification: Verification): Promise<FirstDecision> => {
  await condition(() => verification.start !== null);
  return verification.start ?? { kind: "initiated" };
};

const verify = async (verification: Verification): Promise<VerificationState> => {
  const { input } = verification;
  const opened = await openVerification(input);
  const call = opened.kind === "call" ? await startCall(input, opened) : null;
  verification.start = await decide(input, opened);
  showDetails(verification, verification.start.kind, opened);
  const state = await awaitEnd(verification);
  if (verification.canceled && call) await call.signal(hangUpSignal).catch(() => {});
  showDetails(verification, state, opened);
  return state;
};

const decide = (input: NumberVerificationInput, opened: OpenedVerification): Promise<FirstDecision> => {
  switch (opened.kind) {
    case "call":
      return hearDecision({ ...input, runUuid: opened.runUuid });
    case "carrier":
      return askCarrierToVerify(input);
    case "over":
      return Promise.resolve({ kind: "refused", outcome: "failed", sentence: "The verification is over" });
  }
};

/** Starts an ordinary call, to which all rules apply. Null: it was started before. */
const startCall = async (
  { organizationId, verificationId }: NumberVerificationInput,
  { runUuid, agentId, environment }: Extract<OpenedVerification, { kind: "call" }>,
): Promise<CallHandle | null> => {
  const run = {
    organization_id: organizationId,
    uuid: runUuid,
    name: `Call of verification ${verificationId}`,
    agent_id: agentId,
    campaign_id: null,
    environment,
  };
  try {
    return await startChild<(input: CallRunInput) => Promise<CallRunState>>(callRunContract.type, {
      ...callRunStartOptions(run),
      // The call settles its own row, however the verification ends.
      parentClosePolicy: "ABANDON",
      cancellationType: "ABANDON",
    });
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return null;
    throw error;
  }
};

/** The row and the database's clock decide; signals and timers only trigger a reading. */
const awaitEnd = async (verification: Verification): Promise<VerificationState> => {
  for (;;) {
    verification.concluded = verification.canceled;
    const { input, canceled } = verification;
    const standing = await concludeVerification({ ...input, canceled });
    if (standing.state !== "pending") return standing.state;
    await condition(() => verification.concluded, `${computeVerificationWaitSeconds(standing)} seconds`, {
      summary: "until the code is typed",
    });
  }
};

const showDetails = ({ input }: Verification, state: string, opened: OpenedVerification): void => {
  const runUuid = opened.kind === "call" ? opened.runUuid : null;
  setCurrentDetails(describeVerification(state, { verificationId: input.verificationId, runUuid }));
};
