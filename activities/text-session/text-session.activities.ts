import { Context } from "@temporalio/activity";
import { concludeConversation } from "../../infra/postgres/conversation/conclude-conversation.ts";
import type { TextSessionActivities } from "../../workflows/text-session/text-session.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { lookAfterSession } from "./look-after-session.ts";
import { settleSession } from "./settle-session.ts";

/** As many as the workflow allows it. */
const TRIES = 4;

export const createTextSessionActivities = (
  deps: WorkerDependencies,
): Omit<TextSessionActivities, "writeTranscript" | "concludeSession"> => ({
  lookAfterSession: (input) => lookAfterSession(deps, input),
  settleSession: (input) => settleSession(deps, input),
});

/** What is done about sessions that are over; transcripts are written as those of calls are. */
export const createSessionFollowUpActivities = (
  deps: WorkerDependencies,
): Pick<TextSessionActivities, "concludeSession"> => ({
  concludeSession: ({ organizationId, runUuid }) =>
    withHeartbeat(() =>
      concludeConversation(deps, { organizationId, runUuid, isLastTry: Context.current().info.attempt >= TRIES }),
    ),
});
