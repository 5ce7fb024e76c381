import { hash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { ActKind } from "../../../domain/audit/kept-acts.ts";
import type { Database, OrganizationTransaction } from "../database.ts";
import type { Act } from "./act.entity.ts";

export interface NewAct {
  organizationId: number;
  /** Of the request. */
  uuid: string;
  kind: ActKind;
  /** `user:7`, `api_key:12`, or `link` and `unknown` for those without credentials. */
  actor: string;
  userId: number | null;
  operation: string | null;
  subject: Readonly<Record<string, string | number>>;
  address: string | null;
  userAgent: string | null;
}

/** Notes an act; a repetition notes nothing. */
export const insertAct = async (tx: OrganizationTransaction, act: NewAct): Promise<void> => {
  await insertWhere(act, sql`true`).execute(tx);
};

/**
 * Notes an act if the transaction has written something so far; returns whether it did. A request that only reads, such as a check before a
 * change, notes nothing.
 */
export const insertActOfChange = async (tx: OrganizationTransaction, act: NewAct): Promise<boolean> => {
  const { rows } = await insertWhere(act, sql`pg_current_xact_id_if_assigned() is not null`).execute(tx);
  return rows.length > 0;
};

/** A request is repeated within so many days; each month knows its own acts, and this looks across its beginning. */
const REPEATED_WITHIN_DAYS = 2;

const insertWhere = (act: NewAct, isWanted: RawBuilder<unknown>) => sql<{ id: number }>`
  insert into acts (organization_id, uuid, kind, actor, user_id, operation, subject, address, user_agent)
  select ${act.organizationId}::bigint, ${act.uuid}::uuid, ${act.kind}, ${act.actor}, ${act.userId}::bigint, ${act.operation},
    ${JSON.stringify(act.subject)}::jsonb, ${act.address}, ${act.userAgent}
  where ${isWanted} and not exists (
    select from acts where organization_id = ${act.organizationId}::bigint and uuid = ${act.uuid}::uuid
      and at > now() - make_interval(days => ${REPEATED_WITHIN_DAYS}))
  on conflict do nothing
  returning id`;

export interface ActFilter {
  actor?: string | undefined;
  kind?: ActKind | undefined;
  operation?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** The person whose acts alone may be seen; null: all. */
  ofPerson: number | null;
  beforeId?: number | undefined;
}

/** Lists acts, newest first. */
export const listActs = (tx: OrganizationTransaction, filter: ActFilter, limit: number): Promise<Act[]> => {
  const { actor, kind, operation, from, to, ofPerson, beforeId } = filter;
  return tx
    .selectFrom("acts")
    .selectAll()
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? "changed"))
    .$if(operation !== undefined, (query) => query.where("operation", "=", operation ?? ""))
    .$if(from !== undefined, (query) => query.where("at", ">=", from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where("at", "<", to ?? new Date(0)))
    .$if(ofPerson !== null, (query) => query.where("user_id", "=", ofPerson))
    .$if(beforeId !== undefined, (query) => query.where("id", "<", beforeId ?? 0))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
};

/** Remembers a network of a key; returns whether it is new. */
export const rememberKeyNetwork = async (
  tx: OrganizationTransaction,
  { organizationId, apiKeyId, network }: { organizationId: number; apiKeyId: number; network: string },
): Promise<boolean> => {
  const added = await tx
    .insertInto("api_key_networks")
    .values({
      organization_id: organizationId,
      api_key_id: apiKeyId,
      network: hash("sha256", `${apiKeyId} ${network}`, "buffer"),
    })
    .onConflict((clash) => clash.columns(["api_key_id", "network"]).doNothing())
    .returning("api_key_id")
    .executeTakeFirst();
  return added !== undefined;
};

/** Makes the partitions of the months that begin, and drops those whose last act is older than `days`; returns how many. */
export const keepActs = async (
  { withoutOrganization: db }: Pick<Database, "withoutOrganization">,
  days: number,
): Promise<number> => {
  const { rows } = await sql<{ dropped: number }>`select platform_keep_acts(${days}) as dropped`.execute(db);
  return rows[0]?.dropped ?? 0;
};
