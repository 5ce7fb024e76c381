import { hash } from "node:crypto";
import { sql } from "kysely";
import type { ActKind } from "../../../domain/audit/acts.ts";
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
  await tx
    .insertInto("acts")
    .values(toRow(act))
    .onConflict((clash) => clash.columns(["organization_id", "uuid"]).doNothing())
    .execute();
};

/**
 * Notes an act if the transaction has written something so far; returns whether it did. A request that only reads, such as a check before a
 * change, notes nothing.
 */
export const insertActOfChange = async (tx: OrganizationTransaction, act: NewAct): Promise<boolean> => {
  const row = toRow(act);
  const { rows } = await sql<{ id: number }>`
    insert into acts (organization_id, uuid, kind, actor, user_id, operation, subject, address, user_agent)
    select ${row.organization_id}, ${row.uuid}::uuid, ${row.kind}, ${row.actor}, ${row.user_id}::bigint, ${row.operation},
      ${JSON.stringify(row.subject)}::jsonb, ${row.address}, ${row.user_agent}
    where pg_current_xact_id_if_assigned() is not null
    on conflict (organization_id, uuid) do nothing
    returning id
  `.execute(tx);
  return rows.length > 0;
};

const toRow = (act: NewAct) => ({
  organization_id: act.organizationId,
  uuid: act.uuid,
  kind: act.kind,
  actor: act.actor,
  user_id: act.userId,
  operation: act.operation,
  subject: act.subject,
  address: act.address,
  user_agent: act.userAgent,
});

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

/** Removes at most so many acts older than `days`; returns how many. */
export const removeOldActs = async (
  { withoutOrganization: db }: Database,
  { days, atMost }: { days: number; atMost: number },
): Promise<number> => {
  const { rows } = await sql<{ removed: number }>`
    select platform_remove_old_acts(${days}, ${atMost}) as removed`.execute(db);
  return rows[0]?.removed ?? 0;
};
