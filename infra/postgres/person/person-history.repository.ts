import { type RawBuilder, sql } from "kysely";
import type { Environment } from "../../../domain/environment/sandbox.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import { markOf } from "../privacy/mark-keys.ts";

/** Which rows of a source are read: those of a number behind a position, newest first. */
export interface HistoryQuestion {
  organizationId: number;
  /** E.164. */
  phoneNumber: string;
  /** Consent and entries of the do-not-call list bind in it. */
  environment: Environment;
  before: number | undefined;
  limit: number;
}

const isBefore = (column: RawBuilder<unknown>, before: number | undefined) =>
  before === undefined ? sql<boolean>`true` : sql<boolean>`${column} < ${before}`;

export type PersonCall = Awaited<ReturnType<typeof listCallsOf>>[number];

/** Lists the calls with a number, in and out. */
export const listCallsOf = (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, before, limit }: HistoryQuestion,
) =>
  tx
    .selectFrom("call_runs as r")
    .innerJoin("agents as a", "a.id", "r.agent_id")
    .leftJoin("campaigns as c", "c.id", "r.campaign_id")
    .leftJoin("telephony_configurations as t", "t.id", "r.telephony_configuration_id")
    .select(["r.id", "r.created_at", "r.direction", "r.mode", "r.environment", "r.state", "r.outcome", "r.disposition"])
    .select(["r.agent_id", "a.name as agent_name", "r.campaign_id", "c.name as campaign_name", "r.attempt"])
    .select(["r.provider", "t.name as account_name", "r.answered_by", "r.opted_out", "r.started_at", "r.answered_at"])
    .select(["r.ended_at", "r.duration_seconds", "r.cost_minor", "r.currency"])
    .where("r.organization_id", "=", organizationId)
    .where("r.person_number", "=", phoneNumber)
    .where(isBefore(sql`r.id`, before))
    .orderBy("r.id", "desc")
    .limit(limit)
    .execute();

/** Lists what people were asked in these calls. */
export const listRequestsOf = (tx: OrganizationTransaction, runIds: readonly number[]) =>
  tx
    .selectFrom("requests")
    .select(["id", "run_id", "kind", "state", "decision", "settled_by", "settled_at", "created_at"])
    .where(sql<boolean>`run_id = any(${runIds}::bigint[])`)
    .orderBy("id")
    .execute();

/** Lists to whom these calls were handed. */
export const listTransfersOf = (tx: OrganizationTransaction, runIds: readonly number[]) =>
  tx
    .selectFrom("call_transfers")
    .select(["id", "run_id", "state", "outcome", "requested_at", "connected_at", "ended_at"])
    .where(sql<boolean>`run_id = any(${runIds}::bigint[])`)
    .orderBy("id")
    .execute();

/** Lists calls of a number that nobody took and that have no run. */
export const listMissedCallsOf = (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, before, limit }: HistoryQuestion,
) =>
  tx
    .selectFrom("missed_calls as m")
    .select(["m.id", "m.at", "m.reason", "m.called_number", "m.called_back_run_id"])
    .where("m.organization_id", "=", organizationId)
    .where("m.caller_number", "=", phoneNumber)
    .where("m.run_id", "is", null)
    .where(isBefore(sql`m.id`, before))
    .orderBy("m.id", "desc")
    .limit(limit)
    .execute();

/** Lists texts to a number and from it. */
export const listMessagesOf = (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, before, limit }: HistoryQuestion,
) =>
  tx
    .selectFrom("text_messages as m")
    .leftJoin("campaigns as c", "c.id", "m.campaign_id")
    .select(["m.id", "m.uuid", "m.created_at", "m.direction", "m.state", "m.body", "m.actor", "m.provider"])
    .select(["m.campaign_id", "c.name as campaign_name"])
    .where("m.organization_id", "=", organizationId)
    .where("m.phone_number", "=", phoneNumber)
    .where(isBefore(sql`m.id`, before))
    .orderBy("m.id", "desc")
    .limit(limit)
    .execute();

/** Lists changes of a number's consent. */
export const listConsentChangesOf = (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, environment, before, limit }: HistoryQuestion,
) =>
  tx
    .selectFrom("consent_changes as s")
    .select(["s.id", "s.changed_at", "s.status", "s.source", "s.wording", "s.actor"])
    .where("s.organization_id", "=", organizationId)
    .where("s.phone_number", "=", phoneNumber)
    .where("s.environment", "=", environment)
    .where(isBefore(sql`s.id`, before))
    .orderBy("s.id", "desc")
    .limit(limit)
    .execute();

/** Lists the contact lists that a number came into. */
export const listContactsOf = (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, before, limit }: HistoryQuestion,
) =>
  tx
    .selectFrom("contacts as c")
    .innerJoin("contact_lists as l", "l.id", "c.contact_list_id")
    .select(["c.id", "c.created_at", "c.name", "c.import_id", "c.timezone", "c.priority", "c.attributes"])
    .select(["l.id as contact_list_id", "l.name as list_name", "l.is_hidden", "l.environment"])
    .where("c.organization_id", "=", organizationId)
    .where("c.phone_number", "=", phoneNumber)
    .where(isBefore(sql`c.id`, before))
    .orderBy("c.id", "desc")
    .limit(limit)
    .execute();

/** Lists the campaigns that have taken a number, by its contacts: those whose contact was removed since are told by their calls. */
export const listCampaignsOf = (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, before, limit }: HistoryQuestion,
) =>
  tx
    .selectFrom("contacts as k")
    .innerJoinLateral(
      (row) =>
        row
          .selectFrom("campaign_contacts as taken")
          .select(["taken.id", "taken.contact_id", "taken.campaign_id", "taken.state", "taken.joined_at"])
          .whereRef("taken.contact_id", "=", "k.id")
          .where(isBefore(sql`taken.id`, before))
          .orderBy("taken.id", "desc")
          .limit(limit)
          .as("cc"),
      (join) => join.onTrue(),
    )
    .innerJoin("campaigns as c", "c.id", "cc.campaign_id")
    .select(["cc.id", "cc.contact_id", "cc.state", "c.id as campaign_id", "c.name as campaign_name"])
    .select(sql<Date>`coalesce(cc.joined_at, c.snapshot_at, c.created_at)`.as("at"))
    .where("k.organization_id", "=", organizationId)
    .where("k.phone_number", "=", phoneNumber)
    .orderBy("cc.id", "desc")
    .limit(limit)
    .execute();

/** Lists who asked for everything that is known of a number, or for its erasure. */
export const listPrivacyActsOf = async (
  tx: OrganizationTransaction,
  table: "person_exports" | "person_erasures",
  { organizationId, phoneNumber, before, limit }: HistoryQuestion,
): Promise<PrivacyAct[]> => {
  const { rows } = await sql<PrivacyAct>`
    select p.id, p.uuid, p.created_at, p.state, p.reason, p.actor from ${sql.table(table)} p
    where p.marks @> array[${markOf(tx, { organizationId, known: phoneNumber })}] and ${isBefore(sql`p.id`, before)}
    order by p.id desc limit ${limit}`.execute(tx);
  return rows;
};

export interface PrivacyAct {
  id: number;
  uuid: string;
  created_at: Date;
  state: string;
  reason: string;
  actor: string;
}
