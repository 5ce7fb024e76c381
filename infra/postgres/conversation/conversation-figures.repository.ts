import { sql } from "kysely";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

type Figures = Pick<CallRun, "turns" | "interruptions" | "answer_ms" | "slowest_answer_ms">;

/** Counts a conversation's turns and interruptions, and how fast the agent answered. */
export const readConversationFigures = async (tx: OrganizationTransaction, runId: number): Promise<Figures> => {
  const { rows } = await sql<Figures>`
    select turns, interruptions, answer_ms, slowest_answer_ms from conversation_figures(${runId}::bigint)`.execute(tx);
  return rows[0] ?? { turns: null, interruptions: null, answer_ms: null, slowest_answer_ms: null };
};
