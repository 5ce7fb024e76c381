import { GIGABYTE, MEGABYTE } from "../file/bytes.ts";

/** `shown`: what people's lists show, so not the platform's own agent, nor a list that was made for one campaign from its file. */
export type CountedRows = "all" | "active_and_shown" | "shown" | "not_archived" | "not_released";

interface Quota {
  /** As people call them; absent: by the name of their rows. */
  words?: string;
  /** Which of its rows count. */
  counted: CountedRows;
  most: number;
  /** How an organization makes room. */
  makeRoom: string;
}

/** What an organization may have of each kind that an answer lists as a whole, by the name of its rows. */
export const QUOTAS = {
  agents: { counted: "active_and_shown", most: 1_000, makeRoom: "archive agents that take no calls" },
  tools: { counted: "not_archived", most: 1_000, makeRoom: "archive tools that no agent uses" },
  credentials: { counted: "all", most: 1_000, makeRoom: "delete credentials that nothing uses" },
  folders: { words: "channels", counted: "all", most: 1_000, makeRoom: "delete channels that nobody reads" },
  contact_lists: {
    words: "contact lists",
    counted: "shown",
    most: 1_000,
    makeRoom: "delete lists that no campaign calls",
  },
  api_keys: { words: "API keys", counted: "not_archived", most: 100, makeRoom: "archive keys that nobody uses" },
  own_packs: { words: "packs", counted: "all", most: 100, makeRoom: "withdraw packs of which nobody is hired" },
  telephony_configurations: {
    words: "carrier accounts",
    counted: "all",
    most: 200,
    makeRoom: "delete accounts that nothing dials with",
  },
  phone_numbers: {
    words: "phone numbers",
    counted: "not_released",
    most: 5_000,
    makeRoom: "delete numbers that nothing uses",
  },
  analytics_views: { words: "saved views", counted: "all", most: 500, makeRoom: "delete views that nobody opens" },
  workflow_recordings: {
    words: "recordings",
    counted: "all",
    most: 500,
    makeRoom: "delete recordings that nothing plays",
  },
} satisfies Record<string, Quota>;
export type QuotaKind = keyof typeof QUOTAS;

/** What an organization may have at a time unless the operator of its installation sets another limit. */
export const USUAL_QUOTAS = {
  /** Open conversations in text. */
  textSessions: 1_000,
  /** Open conversations in the browser, joined or not. */
  webCalls: 1_000,
  /** Contact files that wait for their import, and recordings. */
  uploadBytes: GIGABYTE,
  /** All of its rows. */
  rowBytes: 20 * GIGABYTE,
} as const;

/** Of an organization that has more rows than it may: nothing is added before it has made room. */
export const ROW_QUOTA_REACHED = "The organization's rows in the database have reached their size limit";

/** The limit of a kind's free texts together: a list of all of them is made and sent at once, while others wait. */
export const MOST_TEXT_BYTES = 8 * MEGABYTE;

/** Returns the quota of a kind, with the words for it. */
export const readQuota = (kind: QuotaKind): Required<Quota> => ({ words: kind, ...QUOTAS[kind] });
