import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/common";
import { textInactivitySeconds } from "../../../domain/conversation/conversation-settings.ts";
import { whileReachable } from "../../../infra/temporal/while-reachable.ts";
import { fairnessOf } from "../../../workflows/fairness.ts";
import {
  agentIdAttribute,
  environmentAttribute,
  organizationIdAttribute,
} from "../../../workflows/search-attributes.ts";
import { endSessionSignal, textSessionContract } from "../../../workflows/text-session/text-session.contract.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";

export interface SessionRun {
  organization_id: number;
  uuid: string;
  name: string;
  agent_id: number;
  environment: string;
}

const WITHIN_MS = 10_000;

export const sessionWorkflowId = (run: { organizationId: number; runUuid: string }): string =>
  textSessionContract.workflowId(run);

/** Starts the workflow that cares for a session; false when it has one. With `again`, also where one has closed. */
export const startSessionWorkflow = async (
  { temporal }: ApiDependencies,
  run: SessionRun,
  { configurations, again = false }: { configurations: Record<string, unknown>; again?: boolean },
): Promise<boolean> => {
  const address = { organizationId: run.organization_id, runUuid: run.uuid };
  try {
    await temporal.withDeadline(Date.now() + WITHIN_MS, () =>
      whileReachable(temporal, () =>
        temporal.workflow.start(textSessionContract.type, {
          workflowId: textSessionContract.workflowId(address),
          taskQueue: textSessionContract.taskQueue,
          workflowIdReusePolicy: again ? "ALLOW_DUPLICATE" : textSessionContract.workflowIdReusePolicy,
          args: [{ ...address, inactivitySeconds: textInactivitySeconds(configurations) }],
          priority: fairnessOf(run.organization_id),
          staticSummary: run.name,
          typedSearchAttributes: [
            { key: organizationIdAttribute, value: run.organization_id },
            { key: agentIdAttribute, value: run.agent_id },
            { key: environmentAttribute, value: run.environment },
          ],
        }),
      ),
    );
    return true;
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
    throw error;
  }
};

/** Tells the workflow that the conversation has ended. Where that fails, it finds out when it looks. */
export const tellSessionEnded = async (
  { temporal, logger }: ApiDependencies,
  run: { organizationId: number; runUuid: string },
): Promise<void> => {
  try {
    await temporal.withDeadline(Date.now() + WITHIN_MS, () =>
      temporal.workflow.getHandle(sessionWorkflowId(run)).signal(endSessionSignal),
    );
  } catch (err) {
    if (err instanceof WorkflowNotFoundError) return;
    logger.warn({ err, run_uuid: run.runUuid }, "a session's workflow was not told of its end; it will look");
  }
};
