/** Every workflow by its type name: the entry of the sandbox bundle. */
export { callRun } from "./call-run/call-run.workflow.ts";
export { campaignShard } from "./campaign/campaign-shard.workflow.ts";
export { campaign } from "./campaign/campaign.workflow.ts";
export { documentDeletion } from "./document-deletion/document-deletion.workflow.ts";
export { documentProcessing } from "./document-processing/document-processing.workflow.ts";
export { knowledgeReindexing } from "./document-processing/knowledge-reindexing.workflow.ts";
export { documentTranslation } from "./document-processing/document-translation.workflow.ts";
export { maintenance } from "./maintenance/maintenance.workflow.ts";
export { numberRelease } from "./number-release/number-release.workflow.ts";
export { numberRental } from "./number-rental/number-rental.workflow.ts";
export { numberVerification } from "./number-verification/number-verification.workflow.ts";
export { request } from "./request/request.workflow.ts";
export { retention } from "./retention/retention.workflow.ts";
export { textSession } from "./text-session/text-session.workflow.ts";
export { webCall } from "./web-call/web-call.workflow.ts";
export { contactImport } from "./contact-import/contact-import.workflow.ts";
export { webhookDelivery } from "./webhook-delivery/webhook-delivery.workflow.ts";
