import type { AfterConversationActivities } from "../../workflows/after-conversation.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { reviewRun } from "./review-run.ts";
import { sendRunWebhooks } from "./send-run-webhooks.ts";

/** Creates the activities for the nodes of an agent after a conversation. */
export const createAfterConversationActivities = (deps: WorkerDependencies): AfterConversationActivities => ({
  reviewRun: (input) => withHeartbeat(() => reviewRun(deps, input)),
  sendRunWebhooks: (input) => withHeartbeat(() => sendRunWebhooks(deps, input)),
});
