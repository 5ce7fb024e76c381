import { z } from "zod";
import type { CarrierCall, CarrierCallState } from "../carrier.ts";
import { toSeconds } from "../carrier-values.ts";
import { describeLiveCall } from "../live-call.ts";
import { toOutcome } from "./plivo.outcome.ts";
import { toDate } from "./plivo.time.ts";

const numeric = z.union([z.string(), z.number()]).nullish();

/** A call that waits, rings or is answered: `?status=queued`, `?status=live`. */
export const livingCall = z.object({
  call_uuid: z.string().min(1),
  call_status: z.string().nullish(),
  direction: z.string().nullish(),
  from: z.string().nullish(),
  to: z.string().nullish(),
  /** UTC. */
  session_start: z.string().nullish(),
});

export type LivingCall = z.infer<typeof livingCall>;

/** The record of an ended call. */
export const callRecord = z.object({
  call_uuid: z.string().min(1),
  call_direction: z.string().nullish(),
  from_number: z.string().nullish(),
  to_number: z.string().nullish(),
  initiation_time: z.string().nullish(),
  answer_time: z.string().nullish(),
  end_time: z.string().nullish(),
  bill_duration: numeric,
  hangup_cause_code: numeric,
  hangup_cause_name: z.string().nullish(),
  total_amount: numeric,
});

export type CallRecord = z.infer<typeof callRecord>;

const LIVING: Readonly<Record<string, CarrierCallState>> = {
  queued: "queued",
  initiated: "queued",
  ringing: "ringing",
  "early-media": "ringing",
  "in-progress": "in_progress",
};

/** Converts a call; an unknown status counts as a call in progress, so that the watchdog asks again. */
export const toLivingCall = (resource: LivingCall): CarrierCall =>
  describeLiveCall({
    carrierCallId: resource.call_uuid,
    state: LIVING[resource.call_status ?? ""] ?? "in_progress",
    startedAt: toDate(resource.session_start),
    detail: resource.call_status ?? null,
  });

/** Converts the record of an ended call. It does not distinguish people from machines, which only callbacks do. */
export const toFinishedCall = (record: CallRecord): CarrierCall => {
  const answeredAt = toDate(record.answer_time);
  const talkSeconds = toSeconds(record.bill_duration);
  const causeCode = String(record.hangup_cause_code ?? "");
  return {
    carrierCallId: record.call_uuid,
    state: "completed",
    outcome: toOutcome({ wasAnswered: answeredAt !== null || talkSeconds > 0, answeredBy: null, causeCode }),
    answeredBy: null,
    startedAt: toDate(record.initiation_time),
    answeredAt,
    endedAt: toDate(record.end_time),
    durationSeconds: talkSeconds,
    ...toCost(record.total_amount),
    optedOut: false,
    detail: [record.hangup_cause_name, causeCode && `code ${causeCode}`].filter(Boolean).join(", ") || null,
  };
};

/** Plivo bills in US dollars, written as decimals; the cost is rounded to the nearest cent. */
export const toCost = (amount: string | number | null | undefined): Pick<CarrierCall, "costMinor" | "currency"> => {
  const dollars = amount === null || amount === undefined || amount === "" ? Number.NaN : Number(amount);
  if (!Number.isFinite(dollars)) return { costMinor: null, currency: null };
  return { costMinor: Math.round(Number((Math.abs(dollars) * 100).toFixed(6))), currency: "USD" };
};
