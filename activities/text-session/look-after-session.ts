import { sql } from "kysely";
import { endConversation } from "../../infra/postgres/conversation/end-conversation.ts";
import type { TextSessionInput } from "../../workflows/text-session/text-session.contract.ts";
import type { SessionCheck } from "../../workflows/text-session/text-session.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** Ends a session that nobody writes in any more, or that shall end now. Idle time is counted by the database's clock. */
export const lookAfterSession = (
  { database }: WorkerDependencies,
  { organizationId, runUuid, inactivitySeconds, end }: TextSessionInput & { end: boolean },
): Promise<SessionCheck> =>
  database.inOrganization(organizationId, async (tx) => {
    const conversation = await tx
      .selectFrom("conversations")
      .innerJoin("call_runs", "call_runs.id", "conversations.run_id")
      .select(["conversations.run_id", "conversations.state"])
      .select(sql<number>`extract(epoch from clock_timestamp() - conversations.last_activity_at)`.as("idle_seconds"))
      .where("call_runs.uuid", "=", runUuid)
      .forUpdate("conversations")
      .executeTakeFirst();
    if (!conversation || conversation.state === "ended") return { isOver: true, secondsLeft: 0 };
    const secondsLeft = inactivitySeconds - conversation.idle_seconds;
    if (!end && secondsLeft > 0) return { isOver: false, secondsLeft };
    await endConversation(
      tx,
      { runId: conversation.run_id },
      { reason: secondsLeft > 0 ? "ended_by_request" : "inactivity" },
    );
    return { isOver: true, secondsLeft: 0 };
  });
