import { ServiceError, WithStartWorkflowOperation, WorkflowUpdateRPCTimeoutOrCancelledError } from "@temporalio/client";
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import type { TemplateHire } from "../../infra/postgres/template/template-hire.entity.ts";
import { DECIDED_WITHIN_MS } from "../../infra/temporal/deadlines.ts";
import { waitWhileReachable } from "../../infra/temporal/wait-while-reachable.ts";
import {
  hiredAgentUpdate,
  templateHireContract,
  templateHireStartOptions,
} from "../../workflows/template-hire/template-hire.contract.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { engineUnreachable } from "./marketplace.errors.ts";

/**
 * Starts a hire's workflow, or finds the running one, and waits until the agent exists or the hire has failed: its row
 * says which.
 */
export const followHire = async (
  { temporal }: OperationContext,
  { organization_id: organizationId, uuid: hireUuid, template_id: templateId }: TemplateHire,
): Promise<void> => {
  const startWorkflowOperation = new WithStartWorkflowOperation(
    templateHireContract.type,
    templateHireStartOptions({ organizationId, hireUuid }, { templateId }),
  );
  try {
    await temporal.withDeadline(Date.now() + DECIDED_WITHIN_MS, () =>
      waitWhileReachable(temporal, () =>
        temporal.workflow.executeUpdateWithStart(hiredAgentUpdate, { startWorkflowOperation }),
      ),
    );
  } catch (error) {
    // The workflow is over, or takes longer: the row decides.
    if (error instanceof WorkflowExecutionAlreadyStartedError) return;
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return;
    if (error instanceof ServiceError) throw engineUnreachable(error);
    throw error;
  }
};
