import { sql } from "kysely";
import { GAVE_WAY, GIVES_WAY_AFTER_SECONDS } from "../../../domain/call/web-call.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { cancelWebCall } from "./cancel-web-call.ts";

/** Counts the conversations of an embed token that nobody has joined yet: of one visitor's address, and of all. */
export const countWaiting = async (
  tx: OrganizationTransaction,
  { tokenId, visitorMark }: { tokenId: number; visitorMark: string },
): Promise<{ ofVisitor: number; ofAll: number }> => {
  const { of_visitor: ofVisitor, of_all: ofAll } = await tx
    .selectFrom("call_runs")
    .select(({ fn }) => fn.countAll<number>().as("of_all"))
    .select(({ fn }) => fn.countAll<number>().filterWhere("visitor_mark", "=", visitorMark).as("of_visitor"))
    .where("embed_token_id", "=", tokenId)
    .where("state", "=", "queued")
    .executeTakeFirstOrThrow();
  return { ofVisitor: Number(ofVisitor), ofAll: Number(ofAll) };
};

/**
 * Cancels the oldest conversation of any embed token of the organization that nobody has joined for half a minute, so that
 * another visitor has its place. Returns false where there is none. `tokenId`: of that token alone.
 */
export const makeOneGiveWay = async (tx: OrganizationTransaction, tokenId?: number): Promise<boolean> => {
  const run = await tx
    .selectFrom("call_runs")
    .select(["id", "organization_id", "agent_id", "name", "mode"])
    .where("embed_token_id", tokenId === undefined ? "is not" : "=", tokenId ?? null)
    .where("state", "=", "queued")
    .where("created_at", "<", sql<Date>`clock_timestamp() - make_interval(secs => ${GIVES_WAY_AFTER_SECONDS})`)
    .orderBy("created_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!run) return false;
  await cancelWebCall(tx, run, GAVE_WAY);
  return true;
};
