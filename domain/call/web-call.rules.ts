/** What hears the person in a browser: models of the platform's, where there are any, or the browser itself. */
export const RECOGNITIONS = ["local", "browser"] as const;
export type Recognition = (typeof RECOGNITIONS)[number];
export const USUAL_RECOGNITION: Recognition = "local";

/** A web call can be joined for this long after it was made. */
export const JOIN_WITHIN_SECONDS = 600;
/**
 * An embed token is public, and a caller that is not a browser may send any origin, so the number of its conversations
 * that nobody has joined is limited: of one visitor's address, and of all. An older one gives way to a new visitor.
 */
export const WAITING_PER_VISITOR = 5;
export const WAITING_PER_EMBED_TOKEN = 100;
export const GIVES_WAY_AFTER_SECONDS = 30;
/** A place in a media process is kept for somebody who is about to join, and no longer: nobody may ever come. */
export const VOICE_SLOT_KEPT_SECONDS = 30;
/** A page that sent nothing for this long has been closed; a page that only lost its connection reconnects sooner. */
const AWAY_FOR_SECONDS = 45;
/** Another media process takes up a killed one's call within some fifteen seconds; after this long there is none. */
export const VOICE_AWAY_FOR_SECONDS = 25;
/** Somebody may have joined and left since the last look. */
const JOINED_SEEN_WITHIN_SECONDS = 60;
/** A conversation over its time limit may end by itself first; it gets this much longer. */
const OVER_TIME_SECONDS = 60;

const FIRST_RECONNECT_MS = 100;
const LATEST_RECONNECT_MS = 2000;

/** How long a media process waits before it connects to the API anew; `failures`: tries since it was last connected. */
export const computeReconnectDelayMs = (failures: number): number =>
  Math.min(FIRST_RECONNECT_MS * 2 ** failures, LATEST_RECONNECT_MS);

const LOOK_FOR_PERSON_EVERY_MS = 400;
/** The interval grows after this, because each look is a request to LiveKit. */
const LOOK_OFTEN_FOR_MS = 10_000;
const LOOK_LATER_EVERY_MS = 2000;

/** How long a media process waits before it looks for the person of a call again. */
export const computePersonLookDelayMs = (waitedMs: number): number =>
  waitedMs > LOOK_OFTEN_FOR_MS ? LOOK_LATER_EVERY_MS : LOOK_FOR_PERSON_EVERY_MS;

export interface WebCallStanding {
  hasJoined: boolean;
  /** Somebody has requested its end. */
  end: boolean;
  /** Since it was made. */
  waitedSeconds: number;
  /** Since somebody joined. */
  lastedSeconds: number;
  /** A media process speaks and hears in it. */
  carriesAudio: boolean;
  /** Since its page, or its media process, last sent something. */
  awaySeconds: number;
  /** How long its agent may talk. */
  longestSeconds: number;
}

export interface WebCallEnd {
  reason: "ended_by_request" | "user_hangup" | "call_duration_exceeded" | "voice_lost";
  /** The end reason of a web call in which nobody has talked. */
  canceledAs: "not_joined" | "ended_by_request";
  sentence: string;
}

const ASKED: WebCallEnd = {
  reason: "ended_by_request",
  canceledAs: "ended_by_request",
  sentence: "it was ended before anybody talked",
};
const NOT_JOINED: WebCallEnd = {
  reason: "user_hangup",
  canceledAs: "not_joined",
  sentence: "nobody joined within ten minutes",
};
export const GAVE_WAY: WebCallEnd = {
  reason: "user_hangup",
  canceledAs: "not_joined",
  sentence: "nobody had joined for half a minute, and another visitor waited for its place",
};
const LEFT: WebCallEnd = { reason: "user_hangup", canceledAs: "not_joined", sentence: "the page was closed" };
const VOICE_LOST: WebCallEnd = {
  reason: "voice_lost",
  canceledAs: "not_joined",
  sentence: "no media process that reaches the API has carried its voice for 25 seconds",
};
const OVER_TIME: WebCallEnd = {
  reason: "call_duration_exceeded",
  canceledAs: "not_joined",
  sentence: "it lasted as long as it may",
};

/** Returns how a web call ends at this moment, or in how many seconds to check it again. */
export const decideWebCallStep = (
  standing: WebCallStanding,
): { end: WebCallEnd; secondsLeft: 0 } | { end: null; secondsLeft: number } => {
  const { hasJoined, end, waitedSeconds, lastedSeconds, awaySeconds, longestSeconds, carriesAudio } = standing;
  if (end) return { end: ASKED, secondsLeft: 0 };
  if (!hasJoined) {
    const left = JOIN_WITHIN_SECONDS - waitedSeconds;
    const againIn = Math.min(left, carriesAudio ? VOICE_AWAY_FOR_SECONDS : JOINED_SEEN_WITHIN_SECONDS);
    return left > 0 ? { end: null, secondsLeft: againIn } : { end: NOT_JOINED, secondsLeft: 0 };
  }
  const untilAway = (carriesAudio ? VOICE_AWAY_FOR_SECONDS : AWAY_FOR_SECONDS) - awaySeconds;
  if (untilAway <= 0) return { end: carriesAudio ? VOICE_LOST : LEFT, secondsLeft: 0 };
  const untilOver = longestSeconds + OVER_TIME_SECONDS - lastedSeconds;
  if (untilOver <= 0) return { end: OVER_TIME, secondsLeft: 0 };
  return { end: null, secondsLeft: Math.min(untilAway, untilOver) };
};
