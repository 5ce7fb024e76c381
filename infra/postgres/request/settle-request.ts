import { type RawBuilder, sql } from "kysely";
import { ANSWERABLE_STATE, type RequestDecision, type RequestKind } from "../../../domain/request/request.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { RequestRow } from "./request.entity.ts";

interface Settlement {
  eventId: number;
  kind: RequestKind;
  decision: RequestDecision;
  /** The stored answer; never a secret. */
  answer: Record<string, unknown>;
  /** `user:7` or `api_key:12`. */
  settledBy: string;
}

export type Settled =
  | { kind: "settled"; request: RequestRow }
  /** Somebody else was first, or the request has expired. */
  | { kind: "late"; request: RequestRow }
  | { kind: "missing" };

/** Selects the requests that an answer settles now: `isAnswerable`, in SQL. */
export const selectAnswerable = (requests: "requests" | "r"): RawBuilder<boolean> =>
  sql`(${sql.ref(`${requests}.state`)} = ${sql.lit(ANSWERABLE_STATE)} and ${sql.ref(`${requests}.expires_at`)} > clock_timestamp())`;

/**
 * Settles a request, once: the first valid answer wins, and the row alone decides which that is and whether it came in
 * time.
 */
export const settleRequest = async (
  tx: OrganizationTransaction,
  { eventId, kind, decision, answer, settledBy }: Settlement,
): Promise<Settled> => {
  const request = await tx
    .updateTable("requests")
    .set({ state: "settled", decision, answer, settled_by: settledBy, settled_at: sql<Date>`clock_timestamp()` })
    .where("event_id", "=", eventId)
    .where("kind", "=", kind)
    .where(selectAnswerable("requests"))
    .returningAll()
    .executeTakeFirst();
  if (request) return { kind: "settled", request };
  const found = await findRequest(tx, { eventId, kind });
  return found ? { kind: "late", request: found } : { kind: "missing" };
};

export const findRequest = (
  tx: OrganizationTransaction,
  { eventId, kind }: { eventId: number; kind: RequestKind },
): Promise<RequestRow | undefined> =>
  tx.selectFrom("requests").selectAll().where("event_id", "=", eventId).where("kind", "=", kind).executeTakeFirst();

/** Returns the request where it is settled and its workflow has not finished it. */
export const findUnfinished = (tx: OrganizationTransaction, eventId: number): Promise<RequestRow | undefined> =>
  tx
    .selectFrom("requests")
    .selectAll()
    .where("event_id", "=", eventId)
    .where("state", "=", "settled")
    .where("finished_at", "is", null)
    .executeTakeFirst();

/** Returns the name of the person who settled it first. */
export const readActorName = async (tx: OrganizationTransaction, actor: string): Promise<string> => {
  const [kind, id] = actor.split(":");
  if (kind === "user") {
    const user = await tx.selectFrom("users").select(["name", "email"]).where("id", "=", Number(id)).executeTakeFirst();
    return user?.name ?? user?.email ?? actor;
  }
  if (kind !== "api_key") return actor;
  const key = await tx.selectFrom("api_keys").select("name").where("id", "=", Number(id)).executeTakeFirst();
  return key ? `the API key ${key.name}` : actor;
};
