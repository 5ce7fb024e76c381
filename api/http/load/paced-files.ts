import type { RequestHandler } from "express";
import { KILOBYTE, MEGABYTE } from "../../../domain/file/bytes.ts";
import { readNetworkAddress } from "../network-address.ts";
import { createCloseSignal } from "./delayed-refusals.ts";
import { createPace, type PaceClock } from "./pace.ts";

/** In bytes. A browser reads about a megabyte of the console once, and then asks whether its page has changed. */
const FILES = {
  burst: 16 * MEGABYTE,
  perSecond: 4 * MEGABYTE,
  longestWaitMs: 10_000,
  refusal: "Too many files are read from this address: ask for fewer at a time",
};
/** A file counts as so many bytes until its size is known, and as so many at least. */
const EXPECTED_BYTES = 128 * KILOBYTE;
const LEAST_BYTES = 16 * KILOBYTE;

/**
 * Sends files to a network address no faster than this: files need no account, and every byte passes the thread of everybody's
 * requests. A page without one of its scripts is broken, so they come later, and are only refused when that would be long after.
 */
export const paceFiles = (clock?: PaceClock): RequestHandler => {
  const pace = createPace<string>(FILES, clock);
  return async (request, response, next) => {
    const address = readNetworkAddress(request);
    await pace.enter(address, EXPECTED_BYTES, createCloseSignal(response));
    if (response.closed) return pace.correct(address, -EXPECTED_BYTES);
    response.once("close", () => {
      const bytes = Number(response.getHeader("content-length") ?? 0);
      pace.correct(address, Math.max(LEAST_BYTES, bytes) - EXPECTED_BYTES);
    });
    next();
  };
};
