import { sql } from "kysely";
import { TEXT_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Reads a whole text session: its conversation, turns and words, discarded ones too. */
export const readSession = async (tx: OrganizationTransaction, runId: number) => {
  const conversation = await tx.selectFrom("conversations").selectAll().where("run_id", "=", runId).executeTakeFirst();
  const turns = await tx
    .selectFrom("conversation_turns")
    .selectAll()
    .where("run_id", "=", runId)
    .orderBy("number")
    .execute();
  const entries = await tx
    .selectFrom("conversation_entries")
    .leftJoin("tool_calls", "tool_calls.uuid", "conversation_entries.tool_call_id")
    .selectAll("conversation_entries")
    .select("tool_calls.state as tool_state")
    .where("conversation_entries.run_id", "=", runId)
    .orderBy("conversation_entries.id")
    .execute();
  return { conversation, turns, entries };
};

export type SessionRows = Awaited<ReturnType<typeof readSession>>;

/** Finds the run of a text session of this agent. */
export const findSessionRun = (
  tx: OrganizationTransaction,
  { runId, agentId }: { runId: number; agentId: number },
): Promise<CallRun | undefined> =>
  tx
    .selectFrom("call_runs")
    .selectAll()
    .where("id", "=", runId)
    .where("agent_id", "=", agentId)
    .where((run) =>
      run.or([
        run("mode", "=", TEXT_MODE),
        run.exists(
          run
            .selectFrom("conversations")
            .select("run_id")
            .whereRef("conversations.run_id", "=", "call_runs.id")
            .where("driver", "=", "text"),
        ),
      ]),
    )
    .executeTakeFirst();

export type RewindResult =
  | { kind: "rewound" }
  | { kind: "stale"; revision: number }
  | { kind: "busy" | "no_such_turn" }
  | { kind: "over"; reason: string };

/**
 * Discards every turn after one, or after the first: the conversation continues from there. The effects of tools stay.
 */
export const rewindSession = async (
  tx: OrganizationTransaction,
  runId: number,
  { turnUuid, expectedRevision }: { turnUuid: string | undefined; expectedRevision: number | undefined },
): Promise<RewindResult> => {
  const conversation = await tx
    .selectFrom("conversations")
    .selectAll()
    .where("run_id", "=", runId)
    .forUpdate()
    .executeTakeFirst();
  if (!conversation) return { kind: "no_such_turn" };
  if (expectedRevision !== undefined && expectedRevision !== conversation.revision) {
    return { kind: "stale", revision: conversation.revision };
  }
  if (conversation.state === "ended") return { kind: "over", reason: conversation.end_reason ?? "ended" };
  if (conversation.active_turn !== null) return { kind: "busy" };
  const turn = await tx
    .selectFrom("conversation_turns")
    .selectAll()
    .where("run_id", "=", runId)
    .where("discarded_at", "is", null)
    .$if(turnUuid !== undefined, (turns) => turns.where("uuid", "=", turnUuid ?? ""))
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
  if (!turn) return { kind: "no_such_turn" };
  await discardAfter(tx, runId, turn.number);
  await tx
    .updateTable("conversations")
    .set({
      node_id: turn.checkpoint?.nodeId ?? null,
      gathered: turn.checkpoint?.gathered ?? {},
      cursor: turn.number,
      silences: 0,
      faults: 0,
      revision: sql<number>`revision + 1`,
      last_activity_at: sql<Date>`now()`,
    })
    .where("run_id", "=", runId)
    .execute();
  return { kind: "rewound" };
};

const discardAfter = async (tx: OrganizationTransaction, runId: number, number: number): Promise<void> => {
  await tx
    .updateTable("conversation_turns")
    .set({ discarded_at: sql<Date>`now()` })
    .where("run_id", "=", runId)
    .where("number", ">", number)
    .where("discarded_at", "is", null)
    .execute();
  await tx
    .updateTable("conversation_entries")
    .set({ discarded_at: sql<Date>`now()` })
    .where("run_id", "=", runId)
    .where("turn", ">", number)
    .where("discarded_at", "is", null)
    .execute();
};
