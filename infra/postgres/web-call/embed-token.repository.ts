import { sql } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { EmbedToken } from "./embed-token.entity.ts";

/** Locks the token for a change of its usage, so that its conversations begin one after another. */
export const lockEmbedToken = (tx: OrganizationTransaction, uuid: string): Promise<EmbedToken | undefined> =>
  tx.selectFrom("embed_tokens").selectAll().where("uuid", "=", uuid).forUpdate().executeTakeFirst();

export const lockEmbedTokenById = (tx: OrganizationTransaction, id: number): Promise<EmbedToken | undefined> =>
  tx.selectFrom("embed_tokens").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

/** Counts the token's conversations in progress. */
export const countTalking = (tx: OrganizationTransaction, tokenId: number): Promise<number> =>
  countIn(tx, tokenId, "in_progress");

/** Counts all conversations ever begun with the token, removed ones too. */
export const countBegun = async (tx: OrganizationTransaction, tokenId: number): Promise<number> =>
  (await countIn(tx, tokenId)) + (await readRemoved(tx, tokenId)).removed_runs;

const readRemoved = async (tx: OrganizationTransaction, tokenId: number) =>
  (await tx
    .selectFrom("embed_tokens")
    .select(["removed_runs", "removed_seconds"])
    .where("id", "=", tokenId)
    .executeTakeFirst()) ?? { removed_runs: 0, removed_seconds: 0 };

const countIn = async (tx: OrganizationTransaction, tokenId: number, state?: "in_progress"): Promise<number> => {
  const { runs } = await tx
    .selectFrom("call_runs")
    .select(({ fn }) => fn.countAll<number>().as("runs"))
    .where("embed_token_id", "=", tokenId)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "in_progress"))
    .executeTakeFirstOrThrow();
  return Number(runs);
};

/** Finds the newest token of an agent that is still valid. */
export const findNewestInUse = (
  tx: OrganizationTransaction,
  agentId: number,
  now: Date,
): Promise<EmbedToken | undefined> =>
  tx
    .selectFrom("embed_tokens")
    .selectAll()
    .where("agent_id", "=", agentId)
    .where("revoked_at", "is", null)
    .where(({ eb, or }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Sums how long people have talked with this token, conversations in progress and removed ones included. */
export const sumSecondsTalked = async (tx: OrganizationTransaction, tokenId: number): Promise<number> => {
  const { seconds } = await tx
    .selectFrom("call_runs")
    .select(
      sql<number>`coalesce(sum(coalesce(duration_seconds, extract(epoch from clock_timestamp() - started_at))), 0)::bigint`.as(
        "seconds",
      ),
    )
    .where("embed_token_id", "=", tokenId)
    .where("started_at", "is not", null)
    .executeTakeFirstOrThrow();
  return seconds + (await readRemoved(tx, tokenId)).removed_seconds;
};

export const findEmbedToken = (tx: OrganizationTransaction, uuid: string): Promise<EmbedToken | undefined> =>
  tx.selectFrom("embed_tokens").selectAll().where("uuid", "=", uuid).executeTakeFirst();

export const findEmbedTokenById = (tx: OrganizationTransaction, id: number): Promise<EmbedToken | undefined> =>
  tx.selectFrom("embed_tokens").selectAll().where("id", "=", id).executeTakeFirst();
