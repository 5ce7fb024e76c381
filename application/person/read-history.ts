import type { Environment } from "../../domain/environment/sandbox.rules.ts";
import { type HistoryPositions, mergeHistory } from "../../domain/person/history.rules.ts";
import { findDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { DoNotCallEntry } from "../../infra/postgres/contact/do-not-call-entry.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  type HistoryQuestion,
  listCallsOf,
  listCampaignsOf,
  listConsentChangesOf,
  listContactsOf,
  listMessagesOf,
  listMissedCallsOf,
  listPrivacyActsOf,
  listRequestsOf,
  listTransfersOf,
  type PersonCall,
  type PrivacyAct,
} from "../../infra/postgres/person/person-history.repository.ts";

type RowsOf<Read extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Read>>[number];

/** What happened, by its kind. */
export type PersonEvent =
  | { kind: "call"; row: PersonCall }
  | { kind: "missed_call"; row: RowsOf<typeof listMissedCallsOf> }
  | { kind: "message"; row: RowsOf<typeof listMessagesOf> }
  | { kind: "consent"; row: RowsOf<typeof listConsentChangesOf> }
  | { kind: "do_not_call"; row: DoNotCallEntry }
  | { kind: "joined_list"; row: RowsOf<typeof listContactsOf> }
  | { kind: "joined_campaign"; row: RowsOf<typeof listCampaignsOf> }
  | { kind: "export" | "erasure"; row: PrivacyAct };

export type HistoryEntry = PersonEvent & { atMs: number; position: number };

interface AskedHistory {
  organizationId: number;
  /** E.164. */
  phoneNumber: string;
  environment: Environment;
  /** Exports and erasures are for admins. */
  withPrivacyActs: boolean;
  places: HistoryPositions;
  limit: number;
}

/** One source of the history: rows of one kind, newest first, behind a position. To add one, add it to `SOURCES`. */
type ReadSource = (tx: OrganizationTransaction, question: HistoryQuestion) => Promise<HistoryEntry[]>;

const SOURCES: Readonly<Record<string, ReadSource>> = {
  calls: async (tx, question) =>
    (await listCallsOf(tx, question)).map((row) => ({ kind: "call", row, ...at(row.created_at, row.id) })),
  missed_calls: async (tx, question) =>
    (await listMissedCallsOf(tx, question)).map((row) => ({ kind: "missed_call", row, ...at(row.at, row.id) })),
  messages: async (tx, question) =>
    (await listMessagesOf(tx, question)).map((row) => ({ kind: "message", row, ...at(row.created_at, row.id) })),
  consents: async (tx, question) =>
    (await listConsentChangesOf(tx, question)).map((row) => ({ kind: "consent", row, ...at(row.changed_at, row.id) })),
  do_not_call: async (tx, { phoneNumber, environment, before }) => {
    // A number has one entry, which says since when it binds.
    const row = before === undefined ? await findDoNotCall(tx, phoneNumber, environment) : undefined;
    return row ? [{ kind: "do_not_call", row, ...at(row.created_at, 1) }] : [];
  },
  lists: async (tx, question) =>
    (await listContactsOf(tx, question)).map((row) => ({ kind: "joined_list", row, ...at(row.created_at, row.id) })),
  campaigns: async (tx, question) =>
    (await listCampaignsOf(tx, question)).map((row) => ({ kind: "joined_campaign", row, ...at(row.at, row.id) })),
};

const PRIVACY_SOURCES: Readonly<Record<string, ReadSource>> = {
  exports: async (tx, question) =>
    (await listPrivacyActsOf(tx, "person_exports", question)).map((row) => ({
      kind: "export",
      row,
      ...at(row.created_at, row.id),
    })),
  erasures: async (tx, question) =>
    (await listPrivacyActsOf(tx, "person_erasures", question)).map((row) => ({
      kind: "erasure",
      row,
      ...at(row.created_at, row.id),
    })),
};

const at = (instant: Date, position: number) => ({ atMs: instant.getTime(), position });

/** Reads a page of everything that happened with a person, newest first, with what was asked and to whom it was handed in each call. */
export const readHistory = async (
  tx: OrganizationTransaction,
  { organizationId, phoneNumber, environment, withPrivacyActs, places, limit }: AskedHistory,
) => {
  const sources = { ...SOURCES, ...(withPrivacyActs && PRIVACY_SOURCES) };
  const found: { name: string; rows: HistoryEntry[] }[] = [];
  for (const [name, read] of Object.entries(sources)) {
    const question = { organizationId, phoneNumber, environment, before: places[name], limit: limit + 1 };
    found.push({ name, rows: await read(tx, question) });
  }
  const { rows: entries, next } = mergeHistory(found, { limit, places });
  const runIds = entries.flatMap((entry) => (entry.kind === "call" ? [entry.row.id] : []));
  const [requests, transfers] =
    runIds.length === 0 ? [[], []] : [await listRequestsOf(tx, runIds), await listTransfersOf(tx, runIds)];
  return { entries, next, requests, transfers };
};
