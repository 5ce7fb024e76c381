import { Context } from "@temporalio/activity";
import { concludeConversation } from "../../application/conversation/conclude-conversation.ts";
import type { SessionActivities } from "../../workflows/session.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { settleSession } from "./settle-session.ts";

/** The workflow allows as many tries. */
const TRIES = 4;

/** Creates the activities for the end of a session, in text or in the browser. */
export const createSessionActivities = (deps: WorkerDependencies): Pick<SessionActivities, "settleSession"> => ({
  settleSession: (session) => settleSession(deps, session),
});

/** Creates the activities for sessions that are over; transcripts are written like those of calls. */
export const createSessionFollowUpActivities = (
  deps: WorkerDependencies,
): Pick<SessionActivities, "concludeSession"> => ({
  concludeSession: ({ organizationId, runUuid }) =>
    withHeartbeat(() =>
      concludeConversation(deps, { organizationId, runUuid, isLastTry: Context.current().info.attempt >= TRIES }),
    ),
});
