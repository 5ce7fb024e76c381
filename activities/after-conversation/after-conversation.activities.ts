import type { AfterConversationActivities } from "../../workflows/after-conversation.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { reviewRun } from "./review-run.ts";
import { sendRunWebhooks } from "./send-run-webhooks.ts";

/** What an agent's nodes ask for when a conversation is over. */
export const createAfterConversationActivities = (deps: WorkerDependencies): AfterConversationActivities => ({
  reviewRun: (input) => withHeartbeat(() => reviewRun(deps, input)),
  sendRunWebhooks: (input) => withHeartbeat(() => sendRunWebhooks(deps, input)),
});
