/** Characters of a prompt that people write for an agent; a model that proposes another one answers as much. */
export const LONGEST_PROMPT = 100_000;

/** How long a model's answer may be, and how long it may take. */
export interface ReplyLimits {
  /** Until the first event. */
  firstEventMs: number;
  /** Between two events. */
  nextEventMs: number;
  /** All waiting for one answer; the time that its listener takes does not count. */
  wholeReplyMs: number;
  /** The longest text, together with the functions that it calls and their arguments. */
  longestCharacters: number;
}

/** While a person waits on the telephone, where 20,000 characters last twenty minutes. */
export const TELEPHONE_REPLY: ReplyLimits = {
  firstEventMs: 15_000,
  nextEventMs: 10_000,
  wholeReplyMs: 120_000,
  longestCharacters: 20_000,
};

/** Where nobody waits on the telephone: a proposed edit may be as long as the longest prompt, and takes its time. */
export const WRITTEN_REPLY: ReplyLimits = {
  ...TELEPHONE_REPLY,
  wholeReplyMs: 220_000,
  longestCharacters: LONGEST_PROMPT + 20_000,
};

/** Where somebody tries a model out: longer than anybody waits on the telephone, so that a slow model is measured and not cut off. */
export const TRIAL_REPLY: ReplyLimits = {
  ...TELEPHONE_REPLY,
  firstEventMs: 30_000,
  nextEventMs: 30_000,
};

/** A part of a document in another language: a self-hosted model may be slow, and a paragraph may be as long as its part. */
export const TRANSLATION_REPLY: ReplyLimits = {
  firstEventMs: 60_000,
  nextEventMs: 30_000,
  wholeReplyMs: 600_000,
  longestCharacters: 500_000,
};

/** All answers of a model, and what it looks up between them, for one reply of the assistant; shorter than its activity may take. */
export const ASSISTANT_REPLY_MS = 240_000;

/** A model that calls more functions in one answer does not mean it. */
export const MOST_FUNCTIONS_CALLED = 20;

/** The highest number of requests to a model for one answer; then it has to speak. */
export const MOST_ROUNDS = 8;

/** After this many failed tries an ended call goes without conclusions and review. */
export const MOST_CONCLUSION_TRIES = 12;
