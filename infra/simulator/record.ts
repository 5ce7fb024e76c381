import { z } from "zod";
import type { CallView } from "../telephony/simulator/simulator.protocol.ts";
import { listCallEvents, type SimulatorCall } from "./call.ts";

/** One `POST /v1/calls`, with any result. */
export const recordedRequestSchema = z.object({
  seq: z.int(),
  received_at_ms: z.number(),
  idempotency_key: z.string().nullable(),
  account: z.string(),
  organization: z.string().default(""),
  to: z.string().nullable(),
  from: z.string().nullable(),
  answer: z.enum([
    "accepted",
    "duplicate",
    "throttled",
    "server_error",
    "request_lost",
    "invalid_number",
    "invalid_request",
    "suspended",
    "unauthorized",
  ]),
  /** The call continues, but the connection was cut before the answer. */
  response_lost: z.boolean(),
  call_id: z.string().nullable(),
  sandbox: z.boolean(),
});

export type RecordedRequest = z.infer<typeof recordedRequestSchema>;

/** Answers that tell the caller that the call was not made: a second request is no second dialling. */
const NEVER_PROCESSED: readonly RecordedRequest["answer"][] = [
  "throttled",
  "suspended",
  "unauthorized",
  "invalid_request",
];

export interface RecordFilter {
  account?: string | undefined;
  sinceMs?: number | undefined;
}

export const isMatch = (filter: RecordFilter, entry: { account: string; atMs: number }): boolean =>
  (filter.account === undefined || entry.account === filter.account) &&
  (filter.sinceMs === undefined || entry.atMs >= filter.sinceMs);

/** Computes the figures that tests, the demo and chaos runs compare with the platform's own. */
export const summarizeRecords = (requests: readonly RecordedRequest[], calls: readonly [SimulatorCall, CallView][]) => {
  const binding = requests.filter((each) => !NEVER_PROCESSED.includes(each.answer));
  const bindingPerKey = countBy(binding, (each) => each.idempotency_key);
  const views = calls.map(([, view]) => view);
  return {
    requests: requests.length,
    answers: countBy(requests, (each) => each.answer),
    calls: calls.length,
    in_flight: views.filter((view) => view.state !== "completed").length,
    /** Finished calls; those that opted out count as that and not as `answered`. */
    outcomes: countBy(
      views.filter((view) => view.state === "completed"),
      (view) => (view.opted_out ? "opted_out" : view.outcome),
    ),
    /** Calls made, by called number. */
    dials_per_number: countBy(views, (view) => view.to),
    /** Every request, throttled ones included. */
    requests_per_key: countBy(requests, (each) => each.idempotency_key),
    /** Keys that were requested again although an earlier request may have dialled; the list must be empty. */
    repeated_keys: Object.keys(bindingPerKey).filter((key) => (bindingPerKey[key] ?? 0) > 1),
    talk_seconds: views.reduce((sum, view) => sum + (view.talk_seconds ?? 0), 0),
    cost_minor: sumCost(views),
    peak_concurrency: peakOverlap(calls.map(([call]) => spanOf(call))),
    peak_calls_per_second: peakOverlap(calls.map(([call]) => [call.createdAtMs, call.createdAtMs + 1000])),
  };
};

export type RecordSummary = ReturnType<typeof summarizeRecords>;

const countBy = <T>(items: readonly T[], keyOf: (item: T) => string | null): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
};

const sumCost = (views: readonly CallView[]): Record<string, number> => {
  const totals: Record<string, number> = {};
  for (const { currency, cost_minor } of views) {
    if (currency !== null) totals[currency] = (totals[currency] ?? 0) + (cost_minor ?? 0);
  }
  return totals;
};

const spanOf = (call: SimulatorCall): [number, number] => [
  call.createdAtMs,
  listCallEvents(call).at(-1)?.atMs ?? call.createdAtMs,
];

/** Returns the largest number of half-open spans that share an instant. */
const peakOverlap = (spans: readonly (readonly [number, number])[]): number => {
  const steps = spans.flatMap(([start, end]) => [
    { atMs: start, change: 1 },
    { atMs: end, change: -1 },
  ]);
  steps.sort((left, right) => left.atMs - right.atMs || left.change - right.change);
  let open = 0;
  return steps.reduce((peak, step) => Math.max(peak, (open += step.change)), 0);
};
