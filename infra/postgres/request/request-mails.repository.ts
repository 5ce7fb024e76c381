import { sql } from "kysely";
import type { RequestKind, RequestState } from "../../../domain/request/request.rules.ts";
import { listRolesThatSettle } from "../../../domain/request/who-may-answer.rules.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { RequestRow } from "./request.entity.ts";

/**
 * Queues a mail for the members of a request's channel who may settle it: once when it is open, and again when nobody
 * has answered in time. Returns whether a mail about it is queued.
 */
export const queueForMail = async (tx: OrganizationTransaction, request: RequestRow): Promise<boolean> => {
  if (isNews(request)) await addMails(tx, request);
  const waiting = await tx
    .selectFrom("request_mails")
    .select("request_id")
    .where("request_id", "=", request.id)
    .executeTakeFirst();
  return waiting !== undefined;
};

const isNews = ({ state, members_told_at, expires_at }: RequestRow): boolean =>
  (state === "open" && members_told_at === null) ||
  (state === "expired" && (members_told_at === null || members_told_at < expires_at));

const addMails = async (tx: OrganizationTransaction, request: RequestRow): Promise<void> => {
  await sql`
    insert into request_mails (organization_id, user_id, request_id)
    select f.organization_id, f.user_id, ${request.id} from folder_members f
    join memberships m on m.organization_id = f.organization_id and m.user_id = f.user_id
    where f.folder_id = ${request.folder_id} and m.role = any(${listRolesThatSettle(request.kind)}::text[])
    on conflict do nothing`.execute(tx);
  await tx
    .updateTable("requests")
    .set({ members_told_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", request.id)
    .execute();
};

/** Lists members with a queued mail that may be sent now. */
export const listMembersToMail = async (tx: OrganizationTransaction, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ user_id: number }>`
    select m.user_id from memberships m
    where exists (select from request_mails r where r.organization_id = m.organization_id and r.user_id = m.user_id)
      and (m.next_request_mail_at is null or m.next_request_mail_at <= clock_timestamp())
    order by m.user_id limit ${limit}`.execute(tx);
  return rows.map(({ user_id }) => user_id);
};

/** Returns the seconds until the next mail may be sent; null: none is queued. */
export const readSecondsToNextMail = async (tx: OrganizationTransaction): Promise<number | null> => {
  const { rows } = await sql<{ seconds: number | null }>`
    select min(greatest(extract(epoch from coalesce(m.next_request_mail_at, now()) - clock_timestamp()), 0))::float8
      as seconds
    from memberships m
    where exists (select from request_mails r where r.organization_id = m.organization_id and r.user_id = m.user_id)
  `.execute(tx);
  return rows[0]?.seconds ?? null;
};

/** Reserves a member's mail for this long. Returns false when another process was first. */
export const reserveMail = async (
  tx: OrganizationTransaction,
  { userId, forSeconds }: { userId: number; forSeconds: number },
): Promise<boolean> => {
  const reserved = await tx
    .updateTable("memberships")
    .set({ next_request_mail_at: sql<Date>`clock_timestamp() + make_interval(secs => ${forSeconds})` })
    .where("user_id", "=", userId)
    .where((row) =>
      row.or([
        row("next_request_mail_at", "is", null),
        row("next_request_mail_at", "<=", sql<Date>`clock_timestamp()`),
      ]),
    )
    .returning("user_id")
    .executeTakeFirst();
  return reserved !== undefined;
};

/** Postpones a mail that was not sent. */
export const postponeMail = async (
  tx: OrganizationTransaction,
  { userId, bySeconds }: { userId: number; bySeconds: number },
): Promise<void> => {
  await tx
    .updateTable("memberships")
    .set({ next_request_mail_at: sql<Date>`clock_timestamp() + make_interval(secs => ${bySeconds})` })
    .where("user_id", "=", userId)
    .execute();
};

export interface MailedRequest {
  id: number;
  kind: RequestKind;
  state: RequestState;
  summary: string;
  channel: string;
  expires_at: Date;
}

export interface MailToMember {
  email: string;
  /** Oldest first, without requests that the member may no longer settle. */
  requests: MailedRequest[];
  /** The queue entries to delete when the mail was sent. */
  told: Pick<MailedRequest, "id" | "state">[];
}

export const readMail = async (tx: OrganizationTransaction, userId: number): Promise<MailToMember | null> => {
  const member = await tx
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["u.email", "m.role"])
    .where("m.user_id", "=", userId)
    .executeTakeFirst();
  if (!member) return null;
  const rows = await tx
    .selectFrom("request_mails as w")
    .innerJoin("requests as r", "r.id", "w.request_id")
    .leftJoin("folder_members as fm", (join) =>
      join.onRef("fm.folder_id", "=", "r.folder_id").onRef("fm.user_id", "=", "w.user_id"),
    )
    .leftJoin("folders as f", "f.id", "fm.folder_id")
    .innerJoin("timeline_events as e", "e.id", "r.event_id")
    .select(["r.id", "r.kind", "r.state", "e.summary", "f.name as channel", "r.expires_at"])
    .where("w.user_id", "=", userId)
    .orderBy("r.id")
    .execute();
  const requests = rows.flatMap(({ channel, ...row }) =>
    channel !== null && listRolesThatSettle(row.kind).includes(member.role) ? [{ ...row, channel }] : [],
  );
  return { email: member.email, requests, told: rows.map(({ id, state }) => ({ id, state })) };
};

/**
 * Deletes sent entries. A request that was open in the mail, and that nobody has answered in time since, is mailed once
 * more.
 */
export const deleteSentMails = async (
  tx: OrganizationTransaction,
  userId: number,
  told: MailToMember["told"],
): Promise<void> => {
  const open = told.filter(({ state }) => state === "open").map(({ id }) => id);
  const over = told.filter(({ state }) => state !== "open").map(({ id }) => id);
  await sql`
    delete from request_mails w using requests r
    where r.id = w.request_id and w.user_id = ${userId}
      and ((r.id = any(${open}::bigint[]) and r.state <> 'expired') or r.id = any(${over}::bigint[]))`.execute(tx);
};

/** Deletes all queued mails, when no mail server is configured. */
export const deleteAllMails = async (tx: OrganizationTransaction): Promise<void> => {
  await tx.deleteFrom("request_mails").execute();
};
