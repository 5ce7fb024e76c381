import { type Client, WorkflowExecutionAlreadyStartedError } from "@temporalio/client";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.repository.ts";
import { whileReachable } from "../../infra/temporal/while-reachable.ts";
import { contactImportContract } from "../../workflows/contact-import/contact-import.contract.ts";
import { organizationIdAttribute } from "../../workflows/search-attributes.ts";
import { fairnessOf } from "../../workflows/fairness.ts";

/** Starts the import's workflow, once in its life: a repeated start finds it there and changes nothing. */
export const startContactImport = async (temporal: Client, row: ContactImport): Promise<void> => {
  const { type, taskQueue, workflowId, workflowIdReusePolicy } = contactImportContract;
  const input = { organizationId: row.organization_id, importId: row.id };
  try {
    await whileReachable(temporal, () =>
      temporal.workflow.start(type, {
        taskQueue,
        workflowId: workflowId(input),
        workflowIdReusePolicy,
        args: [input],
        priority: fairnessOf(row.organization_id),
        typedSearchAttributes: [{ key: organizationIdAttribute, value: row.organization_id }],
        staticSummary: `Import of ${row.object_key.split("/").at(-1)} into contact list ${row.contact_list_id}`,
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
};
