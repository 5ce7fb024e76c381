import { expect, it } from "@jest/globals";
import { computeSecondsUntilAfter } from "../../../domain/time/look-again.rules.ts";
import { LONGEST_RETRY_AFTER_SECONDS, readRetryAfter } from "../../../domain/time/retry-after.rules.ts";
import { waitForAbort } from "../../../domain/time/wait-for-abort.ts";

const now = new Date("2026-11-29T12:00:00Z");

it("Retry-After is read as seconds or as a date, never negative and an hour at most", () => {
  expect(readRetryAfter("120", now)).toBe(120);
  expect(readRetryAfter("Sun, 29 Nov 2026 12:01:30 GMT", now)).toBe(90);
  expect(readRetryAfter("-5", now)).toBe(0);
  expect(readRetryAfter("Sun, 29 Nov 2026 11:00:00 GMT", now)).toBe(0);
  expect(readRetryAfter("86400", now)).toBe(LONGEST_RETRY_AFTER_SECONDS);
  expect(LONGEST_RETRY_AFTER_SECONDS).toBe(3_600);
});

it("Retry-After that says nothing is null", () => {
  expect([undefined, null, "", " ", "soon"].map((header) => readRetryAfter(header, now))).toEqual(Array(5).fill(null));
});

it("a row is read again a second after its end", () => {
  expect([9.2, 9, 0, -5].map(computeSecondsUntilAfter)).toEqual([11, 10, 1, 1]);
});

it("a wait for an abort ends with it, and at once where it has come", async () => {
  const later = new AbortController();
  let hasEnded = false;
  const waiting = waitForAbort(later.signal).then(() => {
    hasEnded = true;
  });
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  later.abort();
  await waiting;
  await waitForAbort(AbortSignal.abort());
});
