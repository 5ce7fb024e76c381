import { type Client, WithStartWorkflowOperation } from "@temporalio/client";
import type { UpdateDefinition, Workflow } from "@temporalio/common";

type Options<Started extends Workflow> = ConstructorParameters<typeof WithStartWorkflowOperation<Started>>[1];

/**
 * Starts a workflow together with an update, as the API does: a workflow that is soon over can be asked in no other way
 * without a race. Returns its handle and the update's answer.
 */
export const startAndAsk = async <Started extends Workflow, Answer>(
  client: Client,
  type: string,
  { options, update }: { options: Options<Started>; update: UpdateDefinition<Answer, []> },
) => {
  const startWorkflowOperation = new WithStartWorkflowOperation<Started>(type, options);
  const answer = await client.workflow.executeUpdateWithStart(update, { startWorkflowOperation });
  return { handle: await startWorkflowOperation.workflowHandle(), answer };
};
