import { presentTimelineEvent } from "../../domain/timeline/present-event.ts";
import type { TimelineEvent } from "../../infra/postgres/timeline/timeline-event.entity.ts";
import {
  NEWS_WITHIN_SECONDS,
  type NewsFilter,
  readEventsSince,
  readLatestEventId,
  readTimelineNews,
} from "../../infra/postgres/timeline/timeline-news.repository.ts";
import type { Reading, StreamEvent } from "../http/load/shared-readings.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { timelineEventAnswer } from "./channels.schemas.ts";

type Inside = OperationContext["inOrganization"];

const MOST_AT_ONCE = 500;
/** How many events a feed keeps. A listener whose last event is older gets the later ones from the rows. */
const MOST_KEPT = 1000;
const MOST_OF_A_MINUTE = 10_000;
/** Longer than the time within which an event can still appear. */
const KNOWN_FOR_MS = 1.5 * NEWS_WITHIN_SECONDS * 1000;

/**
 * Creates a feed of new events in the order of their appearance: one whose transaction ends late comes late, and is not
 * lost. A reader that reconnects may get an event of the last seconds twice.
 */
export const createTimelineFeed = (inside: Inside, filter: NewsFilter) => {
  const state: Feed = { beginsAt: 0, given: [], known: new Map(), isBegun: false };
  return {
    read: async (): Promise<Reading> => {
      await (state.isBegun ? hearNews(state, inside, filter) : begin(state, inside, filter));
      return { eventsAfter: (seen) => eventsAfter(state, { inside, filter, seen }) };
    },
  };
};

interface Feed {
  isBegun: boolean;
  /** The newest event when the feed began. */
  beginsAt: number;
  /** Later events, in the order in which they were seen. */
  given: TimelineEvent[];
  /** Events of the last minute that were already given, with the time of each. */
  known: Map<number, number>;
}

const begin = async (feed: Feed, inside: Inside, filter: NewsFilter): Promise<void> => {
  const { latest, recent } = await inside(async (tx) => ({
    recent: await readTimelineNews(tx, filter, { known: [], limit: MOST_OF_A_MINUTE }),
    latest: await readLatestEventId(tx, filter),
  }));
  for (const { id } of recent) feed.known.set(id, performance.now());
  feed.beginsAt = Math.max(latest, recent.at(-1)?.id ?? 0);
  feed.isBegun = true;
};

const hearNews = async (feed: Feed, inside: Inside, filter: NewsFilter): Promise<void> => {
  const nowMs = performance.now();
  for (const [id, seenAtMs] of feed.known) if (nowMs - seenAtMs > KNOWN_FOR_MS) feed.known.delete(id);
  const news = await inside((tx) =>
    readTimelineNews(tx, filter, { known: [...feed.known.keys()], limit: MOST_AT_ONCE }),
  );
  for (const event of news) feed.known.set(event.id, nowMs);
  feed.given.push(...news);
  feed.given.splice(0, feed.given.length - MOST_KEPT);
};

interface Listening {
  inside: Inside;
  filter: NewsFilter;
  seen: string | null;
}

const eventsAfter = async (feed: Feed, { inside, filter, seen }: Listening): Promise<StreamEvent[]> => {
  const latest = feed.given.at(-1)?.id ?? feed.beginsAt;
  const id = Number(seen);
  if (seen === null || !Number.isSafeInteger(id) || id < 0) return [describeBeginning(latest)];
  const place = id === feed.beginsAt && feed.given.length < MOST_KEPT ? 0 : placeAfter(feed, id);
  if (place !== null) return feed.given.slice(place).map(presented);
  const given = new Set(feed.given.map((event) => event.id));
  const missed = await inside((tx) => readEventsSince(tx, filter, { id, limit: MOST_AT_ONCE }));
  // Events that the feed has not seen yet come with its next reading.
  const former = missed.filter((event) => !given.has(event.id) && isNoNews(feed, event));
  if (missed.length === MOST_AT_ONCE && former.length > 0) return former.map(presented);
  return [
    ...[...former, ...feed.given].map(presented),
    ...(feed.given.length === 0 ? [describeBeginning(latest)] : []),
  ];
};

const isNoNews = (feed: Feed, { id, at }: TimelineEvent): boolean =>
  id <= feed.beginsAt || feed.known.has(id) || at.getTime() < Date.now() - KNOWN_FOR_MS;

const placeAfter = (feed: Feed, id: number): number | null => {
  const index = feed.given.findIndex((event) => event.id === id);
  return index < 0 ? null : index + 1;
};

const describeBeginning = (id: number): StreamEvent => ({
  id: String(id),
  event: "begin",
  data: { last_event_id: id },
});

const presented = (event: TimelineEvent): StreamEvent => ({
  id: String(event.id),
  data: timelineEventAnswer.parse(presentTimelineEvent(event)),
});
