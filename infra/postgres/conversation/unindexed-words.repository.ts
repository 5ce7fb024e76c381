import { sql } from "kysely";
import type { CallRun } from "../call/call-run.entity.ts";
import type { OrganizationTransaction } from "../database.ts";

/**
 * Marks every organization that has words of conversations, which the index may have lost; maintenance puts them there again. Returns
 * how many conversations have some.
 */
export const markWordsUnindexed = async (tx: OrganizationTransaction): Promise<number> => {
  const { rows } = await sql<{ conversations: number }>`
    with worded as (
      select organization_id, count(*) as conversations from conversations
      where words_removed_at is null group by 1
    ), marked as (
      update organizations o set words_indexed_to = 0 from worded where o.id = worded.organization_id
    )
    select coalesce(sum(conversations), 0)::bigint as conversations from worded`.execute(tx);
  return rows[0]?.conversations ?? 0;
};

/** Conversations whose words are to be indexed again. */
export interface UnindexedPage {
  /** The run behind which it begins. */
  after: number;
  runs: Pick<CallRun, "id" | "organization_id" | "agent_id" | "created_at">[];
}

/** Reads the next conversations of an organization whose words are to be indexed again; null: it has asked for none. */
export const readUnindexedPage = async (tx: OrganizationTransaction, limit: number): Promise<UnindexedPage | null> => {
  const organization = await tx.selectFrom("organizations").select(["id", "words_indexed_to"]).executeTakeFirst();
  if (!organization || organization.words_indexed_to === null) return null;
  const runs = await tx
    .selectFrom("conversations as c")
    .innerJoin("call_runs as r", "r.id", "c.run_id")
    .select(["r.id", "r.organization_id", "r.agent_id", "r.created_at"])
    .where("c.organization_id", "=", organization.id)
    .where("c.run_id", ">", organization.words_indexed_to)
    .where("c.words_removed_at", "is", null)
    .orderBy("c.run_id")
    .limit(limit)
    .execute();
  return { after: organization.words_indexed_to, runs };
};

/** Notes how far the index is; whoever has asked for all of it again meanwhile gets it. */
export const noteWordsIndexed = async (tx: OrganizationTransaction, { after, runs }: UnindexedPage): Promise<void> => {
  await tx
    .updateTable("organizations")
    .set({ words_indexed_to: runs.at(-1)?.id ?? null })
    .where("words_indexed_to", "=", after)
    .execute();
};

/** Returns those of the runs whose words have been removed. */
export const listWithoutWords = async (
  tx: OrganizationTransaction,
  runs: UnindexedPage["runs"],
): Promise<UnindexedPage["runs"]> => {
  const rows = await tx
    .selectFrom("conversations")
    .select("run_id")
    .where(
      "run_id",
      "in",
      runs.map(({ id }) => id),
    )
    .where("words_removed_at", "is", null)
    .execute();
  const withWords = new Set(rows.map(({ run_id }) => run_id));
  return runs.filter(({ id }) => !withWords.has(id));
};
