import type { WorkFields } from "../infra/telemetry/current-work.ts";

const ID = /^org-(\d+)\/(?:campaign-(\d+)|(?:call|text)-([\da-f-]{36})|contact-import-(\d+))/;

/** Returns the parts of a workflow's id under the names of the log's fields. */
export const readWorkflowFields = (workflowId: string): WorkFields => {
  const [, organization, campaign, call, contactImport] = ID.exec(workflowId) ?? [];
  return {
    workflow_id: workflowId,
    ...(organization && { organization_id: Number(organization) }),
    ...(campaign && { campaign_id: Number(campaign) }),
    ...(call && { run_uuid: call }),
    ...(contactImport && { import_id: Number(contactImport) }),
  };
};
