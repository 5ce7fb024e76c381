import { WorkflowNotFoundError } from "@temporalio/common";
import { readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { TAKEN_WITHIN_MS } from "../../../infra/temporal/deadlines.ts";
import { startOncePromptly } from "../../../infra/temporal/start-workflow.ts";
import { endSessionSignal, type SessionToStart } from "../../../workflows/session.contract.ts";
import { textSessionContract, textSessionStartOptions } from "../../../workflows/text-session/text-session.contract.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

const buildSessionWorkflowId = (run: { organizationId: number; runUuid: string }): string =>
  textSessionContract.workflowId(run);

/** Starts a session's workflow; returns false when it has one. */
export const startSessionWorkflow = (
  { temporal }: ApiDependencies,
  run: SessionToStart,
  { configurations }: { configurations: Record<string, unknown> },
): Promise<boolean> => {
  const inactivitySeconds = readAgentSettings(configurations).text_chat_inactivity_timeout_seconds;
  return temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
    startOncePromptly(temporal, textSessionContract.type, textSessionStartOptions(run, { inactivitySeconds })),
  );
};

/** Signals the workflow that the conversation has ended. If that fails, it notices at its next look. */
export const signalSessionEnded = async (
  { temporal, logger }: ApiDependencies,
  run: { organizationId: number; runUuid: string },
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + TAKEN_WITHIN_MS, () =>
      temporal.workflow.getHandle(buildSessionWorkflowId(run)).signal(endSessionSignal),
    );
  } catch (err) {
    if (err instanceof WorkflowNotFoundError) return;
    logger.warn(
      { err, run_uuid: run.runUuid },
      "a session's workflow could not be signalled its end; it will read it from the row",
    );
  }
};
