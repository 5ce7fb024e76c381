import { sql } from "kysely";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { HttpError } from "./http/http-error.ts";

/** The limits for kinds that an answer lists as a whole, and how an organization makes room. */
const KINDS = {
  agents: {
    most: 1_000,
    where: sql`status = 'active' and not is_hidden`,
    makeRoom: "archive agents that take no calls",
  },
  tools: { most: 1_000, where: sql`status <> 'archived'`, makeRoom: "archive tools that no agent uses" },
  credentials: { most: 1_000, where: sql`true`, makeRoom: "delete credentials that nothing uses" },
  folders: { words: "channels", most: 1_000, where: sql`true`, makeRoom: "delete channels that nobody reads" },
  contact_lists: {
    words: "contact lists",
    most: 1_000,
    where: sql`not is_hidden`,
    makeRoom: "delete lists that no campaign calls",
  },
  api_keys: {
    words: "API keys",
    most: 100,
    where: sql`archived_at is null`,
    makeRoom: "archive keys that nobody uses",
  },
  workflow_recordings: {
    words: "recordings",
    most: 500,
    where: sql`true`,
    makeRoom: "delete recordings that nothing plays",
  },
};

export const NO_ROOM = "The organization has as many as it may; the answer says how to make room";

/** Throws 402 when the organization has no room for this many more. Two simultaneous requests may exceed the limit by a few. */
export const requireRoom = async (tx: OrganizationTransaction, kind: keyof typeof KINDS, more = 1): Promise<void> => {
  const { words, most, where, makeRoom } = { words: kind, ...KINDS[kind] };
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from ${sql.table(kind)} where ${where} limit ${most + 1}) as found
  `.execute(tx);
  if ((rows[0]?.count ?? 0) + more <= most) return;
  throw new HttpError(402, "too_many", `Your organization has ${most} ${words}, and that is the most: ${makeRoom}`);
};
