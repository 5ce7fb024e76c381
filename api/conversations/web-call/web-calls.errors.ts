import { conflict, forbidden, HttpError, notFound, tooManyRequests, unavailable } from "../../http/http-error.ts";

export const embedTokenNotFound = () => notFound("Embed token");

/** Wrong, revoked and expired tokens have the same answer. */
export const linkNotFound = () => notFound("Conversation");

export const originNotAllowed = () =>
  forbidden("origin_not_allowed", "This page may not begin a conversation: its origin is not among the token's");

export const tooManyWaitingCalls = () =>
  tooManyRequests("This token's limit of conversations at one time is reached; try again in a moment", 15);

export const tooManyWebCalls = (most: number) =>
  tooManyRequests(
    `Your organization has ${most} open conversations in the browser: end some, or wait until they end`,
    60,
  );

export const minutesUsedUp = () =>
  new HttpError(
    402,
    "minutes_used_up",
    "The minutes of this token are used up; the owner of the page can make a new one",
  );

export const budgetUsedUp = (sentence: string) => new HttpError(402, "blocked_budget", sentence);

export const noVoiceSlot = () =>
  unavailable("Nobody can talk right now: every media process is full, or none runs. Try again in a moment");

export const tooManyEmbedTokens = (most: number) =>
  conflict("too_many_embed_tokens", `An agent has at most ${most} embed tokens in use: revoke one first`);
