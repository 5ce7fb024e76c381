import type { Response } from "express";
import { EVENT_STREAMS } from "../../domain/access/event-streams.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import { createKeyedSemaphore } from "../../infra/limits/keyed-semaphore.ts";
import type { Release } from "../../infra/limits/semaphore.ts";
import type { Logger } from "../../infra/logger.ts";
import type { PresentedCredential } from "./authenticate.ts";
import type { CredentialWatch } from "./credential-watch.ts";
import { tooManyRequests } from "./http-error.ts";
import type { SharedPermits } from "./load/shared-limits.ts";
import { createSharedReadings, type Reading, type Topic } from "./load/shared-readings.ts";
import { createRawAnswer, type RawAnswer } from "./raw-answer.ts";
import { beginEvents, formatEvent } from "./sent-events.ts";

/** The total is what one process has open. */
const LIMITS = { perOrganization: EVENT_STREAMS.most, total: 2000, lifeMs: EVENT_STREAMS.goodForMs };
const CONNECT_AGAIN_AFTER_MS = 1000;
const END_ID = "end";
/** The limit for a client that does not read its stream. */
const MOST_UNREAD_BYTES = MEGABYTE;

/** The client of a stream. */
interface StreamRequest {
  organizationId: number;
  credential: PresentedCredential;
  /** The last event that the client saw before it reconnected. */
  lastEventId: string | null;
}

export interface EventStreams {
  /**
   * Opens an answer of server-sent events. Rejects as the topic's first read does, and with 429 when the organization
   * has too many streams. The stream ends with its topic, with its credential, and after 15 minutes: clients reconnect.
   * A client that comes back after the end of its topic gets 204, by which a browser stops.
   */
  open(request: StreamRequest, topic: Topic): Promise<RawAnswer>;
}

/** Creates the event streams of this process. */
export const createEventStreams = (
  { logger, credentials, permits }: { logger: Logger; credentials: CredentialWatch; permits: SharedPermits },
  { perOrganization, total, lifeMs }: typeof LIMITS = LIMITS,
): EventStreams => {
  const readings = createSharedReadings();
  const refusals = {
    key_is_full: `Your organization has ${perOrganization} streams open already: close one, or ask without a stream`,
    all_is_full: "Too many streams are open right now: try again in a moment, or ask without a stream",
  };
  const open = createKeyedSemaphore<number>({
    permitsOfKey: perOrganization,
    permits: total,
    refuse: (why) => tooManyRequests(why === "key_is_full" ? refusals.key_is_full : refusals.all_is_full, 5),
  });
  /** Takes a permit that holds over all processes; throws 429 where the organization has as many as it may. */
  const acquire = async (organizationId: number): Promise<Release> => {
    const subject = `streams:${organizationId}`;
    const release = open.acquireNow(organizationId);
    const free = () => {
      release();
      permits.release(subject);
    };
    if (await permits.claim(subject, perOrganization)) return free;
    release();
    throw tooManyRequests(refusals.key_is_full, 5);
  };
  return {
    open: async ({ organizationId, credential, lastEventId }, topic) => {
      const free = await acquire(organizationId);
      const mailbox = createMailbox();
      try {
        const leave = await readings.join(organizationId, topic, mailbox);
        if (lastEventId === END_ID && mailbox.isOver()) {
          leave();
          free();
          return nothingFollows;
        }
        const stopWatching = credentials.watch(credential, mailbox.close);
        const life = setTimeout(mailbox.close, lifeMs);
        const release = () => {
          clearTimeout(life);
          stopWatching();
          leave();
          free();
        };
        return createRawAnswer((response) => send(response, { mailbox, lastEventId, release, logger }));
      } catch (error) {
        free();
        throw error;
      }
    },
  };
};

/** Holds the newest reading until it is sent: a slow client misses intermediate readings, never the last. */
const createMailbox = () => {
  let newest: Reading | undefined;
  let isClosed = false;
  let failure: unknown;
  let wake = () => {};
  const close = () => {
    isClosed = true;
    wake();
  };
  return {
    onReading: (reading: Reading) => {
      newest = reading;
      wake();
    },
    onFailure: (error: unknown) => {
      failure = error;
      close();
    },
    close,
    failure: () => failure,
    isOver: () => newest?.end !== undefined,
    /** Returns the next reading; null when there are no more. */
    take: async (): Promise<Reading | null> => {
      while (!newest && !isClosed) await new Promise<void>((resolve) => (wake = resolve));
      const taken = newest;
      newest = undefined;
      return isClosed ? null : (taken ?? null);
    },
  };
};

type Mailbox = ReturnType<typeof createMailbox>;

interface Sending {
  mailbox: Mailbox;
  lastEventId: string | null;
  release: () => void;
  logger: Logger;
}

/** Browsers connect again after every end of a stream, but not after this answer. */
const nothingFollows = createRawAnswer((response) => void response.status(204).end());

const send = async (response: Response, { mailbox, lastEventId, release, logger }: Sending): Promise<void> => {
  const end = () => {
    mailbox.close();
    release();
  };
  response.once("close", end);
  if (response.closed) end();
  beginEvents(response);
  response.write(`retry: ${CONNECT_AGAIN_AFTER_MS}\n`);
  try {
    await sendReadings(response, mailbox, lastEventId);
    if (mailbox.failure()) logger.warn({ err: mailbox.failure() }, "a stream ended: its topic could not be read");
  } finally {
    response.end();
  }
};

const sendReadings = async (response: Response, mailbox: Mailbox, lastEventId: string | null): Promise<void> => {
  let seen = lastEventId;
  for (let reading = await mailbox.take(); reading; reading = await mailbox.take()) {
    for (const event of await reading.eventsAfter(seen)) {
      response.write(formatEvent(event));
      seen = event.id ?? seen;
    }
    if (reading.end) return void response.write(formatEvent({ id: END_ID, event: "end", data: reading.end.data }));
    if (response.writableLength > MOST_UNREAD_BYTES) return;
  }
};
