import { conflict, HttpError, notFound, tooManyRequests } from "../../http/http-error.ts";

export const sessionNotFound = () => notFound("Text session");
export const turnNotFound = () => notFound("Turn");

export const keyOfAnotherSession = () =>
  conflict("idempotency_key_reused", "This Idempotency-Key was used for another session; send a new one");

/** Somebody else has written meanwhile, so the client should read the session before it decides. */
export const revisionConflict = (expected: number, actual: number) =>
  new HttpError(409, "revision_conflict", {
    message: "The session has changed since you read it; read it again",
    expected_revision: expected,
    actual_revision: actual,
  });

export const sessionOver = (reason: string) =>
  conflict("session_over", `The session has ended (${reason}); create another one`);

export const sessionFull = (most: string) =>
  conflict("session_full", `The session has reached its limit of ${most}: end it and create another one`);

export const tooManySessions = (most: number) =>
  tooManyRequests(`Your organization has ${most} open conversations in text: end some, or wait until they end`, 60);

export const sessionBusy = () => conflict("session_busy", "The agent is answering another message; read it first");
