import { z } from "zod";
import { DAY_SECONDS } from "../time/durations.rules.ts";
import { SIMULATED_OUTCOMES } from "./magic-numbers.rules.ts";

/** How many groups of numbers may go differently. */
const MOST_GROUPS = 50;
const LONGEST_LATENCY_MS = 15_000;
const LATEST_CALLBACK_SECONDS = 300;

const share = z.number().min(0).max(1);
const range = z
  .tuple([z.number().min(0).max(DAY_SECONDS), z.number().min(0).max(DAY_SECONDS)])
  .refine(([least, most]) => least <= most, "The first number must not be above the second");

const people = {
  weights: z.partialRecord(z.enum(SIMULATED_OUTCOMES), z.number().min(0)).optional(),
  outcomes: z.array(z.enum(SIMULATED_OUTCOMES)).min(1).max(10).optional(),
  ring_seconds: range.optional(),
  talk_seconds: range.optional(),
};

/** The manners of an organization's simulator: what its carrier does wrong, and who answers. They bind its sandbox calls alone. */
export const sandboxManners = z
  .strictObject({
    /** Until the carrier answers a request for a call. */
    latency_ms: z.number().int().min(0).max(LONGEST_LATENCY_MS).default(0),
    /** Of the requests: refused with 429 before anything is dialled. */
    throttled: share.default(0),
    /** More calls within a second are throttled; null: any number. */
    calls_per_second: z.number().positive().max(1000).nullable().default(null),
    /** Of the requests: they never arrive. */
    lost_requests: share.default(0),
    /** Of the requests: the call is made, and the answer is lost. */
    lost_answers: share.default(0),
    /** Of the requests: the carrier says 503. */
    server_errors: share.default(0),
    callbacks: z
      .strictObject({
        lost: share.default(0),
        doubled: share.default(0),
        reordered: share.default(0),
        late: share.default(0),
        /** How late those are, in real time. */
        late_by_seconds: z.number().min(0).max(LATEST_CALLBACK_SECONDS).default(0),
      })
      .prefault({}),
    /** Between these instants no request is answered, and no callback is sent. */
    outage: z
      .strictObject({ from: z.iso.datetime({ offset: true }), to: z.iso.datetime({ offset: true }) })
      .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
        path: ["to"],
        message: "The end of the outage must be after its beginning",
      })
      .nullable()
      .default(null),
    people: z.strictObject(people).prefault({}),
    /** Numbers with these endings go differently; the first group that fits a number is its own. */
    groups: z
      .array(z.strictObject({ ending: z.string().regex(/^\d{1,15}$/, "the last digits of numbers"), ...people }))
      .max(MOST_GROUPS)
      .default([]),
  })
  .refine(({ callbacks: { late, late_by_seconds: by } }) => late === 0 || by > 0, {
    path: ["callbacks", "late_by_seconds"],
    message: "Say how late: a callback that is late by nothing is not late",
  });

export type SandboxManners = z.output<typeof sandboxManners>;
