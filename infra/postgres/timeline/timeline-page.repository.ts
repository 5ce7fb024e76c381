import { type ExpressionBuilder, sql } from "kysely";
import { MEGABYTE } from "../../../domain/file/bytes.ts";
import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import { buildContainsPattern } from "../containing.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Tables } from "../tables.ts";
import { type LocatedEvent, readInstantOfWords, readSpokenWords, type WordsCursor } from "./spoken-words.repository.ts";
import type { TimelineEvent } from "./timeline-event.entity.ts";

export interface TimelineFilter {
  agentId?: number | undefined;
  runId?: number | undefined;
  channelId?: number | undefined;
  threadId?: string | undefined;
  kinds?: readonly TimelineKind[] | undefined;
  assistantOnly: boolean;
  deliverablesOnly: boolean;
  /** Events of the campaign and of its calls. */
  campaignId?: number | undefined;
  /** As events name it: `user:7`. */
  actor?: string | undefined;
  /** Each must be in the summary, in any case. */
  words?: readonly string[] | undefined;
  /** Events of this instant or later. */
  from?: Date | undefined;
  /** Events before this instant. */
  to?: Date | undefined;
  /** True to include what was said in calls. */
  withTranscripts: boolean;
}

export interface TimelinePage {
  order: "newest_first" | "oldest_first";
  limit: number;
  /** The page continues after this event; without an id, after every event of that instant. */
  after?: { at: Date; id?: number | undefined } | undefined;
}

/** Reads one page of the feed, and whether there are more. */
export const readTimelinePage = async (
  tx: OrganizationTransaction,
  filter: TimelineFilter,
  { order, limit, after }: TimelinePage,
): Promise<{ events: TimelineEvent[]; hasMore: boolean }> => {
  const descending = order === "newest_first";
  const place = after && (await placeOf(tx, { ...after, descending }));
  const { events, isCut } = await readEvents(tx, filter, { descending, limit: limit + 1, after: place?.events });
  const words = holdsWords(filter)
    ? await readSpokenWords(tx, filter, { descending, limit: limit + 1, after: place?.words })
    : [];
  const sorted = [...events, ...words].sort((one, other) =>
    descending ? comeAfter(other, one) : comeAfter(one, other),
  );
  // Behind the last event of a page that ends early come others before the words.
  const last = isCut ? events.at(-1) : undefined;
  const page = sorted.slice(0, last ? Math.min(sorted.indexOf(last) + 1, limit) : limit);
  return { events: page.map(({ event }) => event), hasMore: isCut || sorted.length > limit };
};

/** Words of calls have no thread, are no deliverables, and are not the assistant's. A search finds events alone. */
const holdsWords = ({
  withTranscripts,
  threadId,
  kinds,
  assistantOnly,
  deliverablesOnly,
  ...filter
}: TimelineFilter): boolean =>
  withTranscripts &&
  threadId === undefined &&
  filter.campaignId === undefined &&
  filter.actor === undefined &&
  filter.words === undefined &&
  filter.from === undefined &&
  filter.to === undefined &&
  !assistantOnly &&
  !deliverablesOnly &&
  (kinds === undefined || kinds.includes("message"));

/** Orders by time; at the same instant words come before events. */
const comeAfter = (one: LocatedEvent, other: LocatedEvent): number =>
  one.atMicros - other.atMicros ||
  Number(one.event.id > 0) - Number(other.event.id > 0) ||
  Math.abs(one.event.id) - Math.abs(other.event.id);

interface EventsCursor {
  at: string;
  /** Null: after none or all events of the instant. */
  id: number | null;
  withInstant: boolean;
}

/**
 * Returns where events and words continue: words have negative ids, and an instant that is finer than the displayed
 * one.
 */
const placeOf = async (
  tx: OrganizationTransaction,
  { at, id, descending }: { at: Date; id?: number | undefined; descending: boolean },
): Promise<{ events: EventsCursor; words: WordsCursor }> => {
  const shown = at.toISOString();
  if (id === undefined) {
    const last = descending ? { at: shown, entryId: 0 } : { at: shown.replace("Z", "999Z"), entryId: LAST_ID };
    return { events: { at: shown, id: null, withInstant: false }, words: last };
  }
  if (id > 0) return { events: { at: shown, id, withInstant: false }, words: { at: shown, entryId: LAST_ID } };
  const exact = (await readInstantOfWords(tx, -id)) ?? shown;
  return { events: { at: exact, id: null, withInstant: !descending }, words: { at: exact, entryId: -id } };
};

const LAST_ID = Number.MAX_SAFE_INTEGER;

/** The size limit of a page, because a model's reply may have a hundred thousand characters; a page has at least one event. */
const PAGE_BYTES = 4 * MEGABYTE;

/** `isCut`: there are more than the page has room for. */
const readEvents = async (
  tx: OrganizationTransaction,
  filter: TimelineFilter,
  { descending, limit, after }: { descending: boolean; limit: number; after: EventsCursor | undefined },
): Promise<{ events: LocatedEvent[]; isCut: boolean }> => {
  const direction = descending ? "desc" : "asc";
  const found = tx
    .selectFrom("timeline_events")
    .selectAll()
    .where((event) => event.and([...buildFilterConditions(event, filter), ...cursorConditions({ descending, after })]))
    .orderBy("at", direction)
    .orderBy("id", direction)
    .limit(limit);
  const order = sql.raw(direction);
  const measured = tx
    .selectFrom(found.as("found"))
    .selectAll()
    .select(
      sql<number>`sum(octet_length(summary) + octet_length(payload::text)) over (order by at ${order}, id ${order}
        rows between unbounded preceding and 1 preceding)`.as("bytes_before"),
    )
    .select((row) => row.fn.countAll<number>().over().as("found_count"));
  const rows = await tx
    .selectFrom(measured.as("measured"))
    .selectAll()
    .where((row) => row.or([row("bytes_before", "is", null), row("bytes_before", "<=", PAGE_BYTES)]))
    .orderBy("at", direction)
    .orderBy("id", direction)
    .execute();
  const events = rows.map(({ bytes_before: _, found_count: __, ...event }) => ({
    event,
    atMicros: event.at.getTime() * 1000,
  }));
  return { events, isCut: rows.length < (rows[0]?.found_count ?? 0) };
};

type Events = ExpressionBuilder<Tables, "timeline_events">;

export const buildFilterConditions = (event: Events, filter: Omit<TimelineFilter, "withTranscripts">) => [
  ...(filter.agentId === undefined ? [] : [event("agent_id", "=", filter.agentId)]),
  ...(filter.runId === undefined ? [] : [event("run_id", "=", filter.runId)]),
  ...(filter.channelId === undefined ? [] : [event("folder_id", "=", filter.channelId)]),
  ...(filter.threadId === undefined ? [] : [event("thread_id", "=", filter.threadId)]),
  ...(filter.kinds === undefined ? [] : [event("kind", "in", filter.kinds)]),
  ...(filter.assistantOnly ? [event("assistant", "=", true)] : []),
  ...(filter.deliverablesOnly ? [event("is_deliverable", "=", true)] : []),
  ...(filter.campaignId === undefined ? [] : [ofCampaign(event, filter.campaignId)]),
  ...(filter.actor === undefined ? [] : [event("actor", "=", filter.actor)]),
  ...(filter.words ?? []).map((word) => sql<boolean>`summary ilike ${buildContainsPattern(word)}`),
  ...(filter.from === undefined ? [] : [event("at", ">=", filter.from)]),
  ...(filter.to === undefined ? [] : [event("at", "<", filter.to)]),
];

/** Events of a call name the call, and not its campaign. */
const ofCampaign = (event: Events, campaignId: number) =>
  event.or([
    event("campaign_id", "=", campaignId),
    event("run_id", "in", (of) => of.selectFrom("call_runs").select("id").where("campaign_id", "=", campaignId)),
  ]);

const cursorConditions = ({ descending, after }: { descending: boolean; after: EventsCursor | undefined }) => {
  if (!after) return [];
  const { at, id, withInstant } = after;
  const behind = sql.raw(descending ? "<" : ">");
  if (id !== null) return [sql<boolean>`(at, id) ${behind} (${at}::timestamptz, ${id}::bigint)`];
  return [withInstant ? sql<boolean>`at >= ${at}::timestamptz` : sql<boolean>`at ${behind} ${at}::timestamptz`];
};
