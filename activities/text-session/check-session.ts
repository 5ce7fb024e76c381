import { sql } from "kysely";
import { endConversation } from "../../application/conversation/end-conversation.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { SessionCheck } from "../../workflows/session.ports.ts";
import type { TextSessionInput } from "../../workflows/text-session/text-session.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** A session that waits for people's answer is not idle, however long they take. */
const LOOK_AGAIN_SECONDS = 60;

const waitsForPeople = async (tx: OrganizationTransaction, runId: number): Promise<boolean> => {
  const waiting = await tx
    .selectFrom("requests")
    .select("id")
    .where("run_id", "=", runId)
    .where("told_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
};

/**
 * Ends a session in which nobody writes any more, or whose end is requested. Idle time is counted by the database's
 * clock.
 */
export const checkSession = (
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
    if (!end && (await waitsForPeople(tx, conversation.run_id)))
      return { isOver: false, secondsLeft: LOOK_AGAIN_SECONDS };
    await endConversation(
      tx,
      { runId: conversation.run_id },
      { reason: secondsLeft > 0 ? "ended_by_request" : "inactivity" },
    );
    return { isOver: true, secondsLeft: 0 };
  });
