import { sql } from "kysely";
import type { ConversationTurn } from "../../infra/postgres/conversation/conversation-turn.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

type TurnWords = Pick<ConversationTurn, "run_id" | "number">;

/** Discards the agent's words of a turn; the effects of its functions stay. */
export const discardWords = async (tx: OrganizationTransaction, { run_id, number }: TurnWords): Promise<void> => {
  await tx
    .updateTable("conversation_entries")
    .set({ discarded_at: sql<Date>`now()` })
    .where("run_id", "=", run_id)
    .where("turn", "=", number)
    .where("speaker", "=", "agent")
    .execute();
};

/** Marks sentences that were never handed over as unheard; they stay in the rows. */
export const leaveUnheard = async (
  tx: OrganizationTransaction,
  turn: TurnWords,
  { sentences }: { sentences: number },
): Promise<void> => {
  await tx
    .updateTable("conversation_entries")
    .set({ heard: "" })
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("conversation_entries")
        .select("id")
        .where("run_id", "=", turn.run_id)
        .where("turn", "=", turn.number)
        .where("speaker", "=", "agent")
        .where("discarded_at", "is", null)
        .orderBy("id")
        .offset(sentences),
    )
    .execute();
};
