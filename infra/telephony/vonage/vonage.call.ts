import { z } from "zod";
import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CarrierCall, CarrierCallState, CarrierOutcome } from "../carrier.ts";
import { toSeconds } from "../carrier-values.ts";

const endpoint = z.object({ number: z.string().nullish() }).nullish();

/** The fields of Vonage's call resource that we read. */
export const callResource = z.object({
  uuid: z.string().min(1),
  conversation_uuid: z.string().nullish(),
  status: z.string(),
  direction: z.string().nullish(),
  to: endpoint,
  from: endpoint,
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
  duration: z.union([z.string(), z.number()]).nullish(),
  price: z.union([z.string(), z.number()]).nullish(),
});

export type CallResource = z.infer<typeof callResource>;

const STATES: Readonly<Record<string, CarrierCallState>> = {
  started: "queued",
  ringing: "ringing",
  answered: "in_progress",
  human: "in_progress",
  machine: "in_progress",
  completed: "completed",
  busy: "completed",
  cancelled: "completed",
  failed: "completed",
  rejected: "completed",
  timeout: "completed",
  unanswered: "completed",
};

/** Maps Vonage's status to our state; null for one that says nothing about the call's state. */
export const toState = (status: string): CarrierCallState | null => STATES[status] ?? null;

export const toAnsweredBy = (status: string): Detection | null =>
  status === "human" ? "person" : status === "machine" ? "voicemail" : null;

const OUTCOMES: Readonly<Record<string, CarrierOutcome>> = {
  completed: "answered",
  busy: "busy",
  cancelled: "canceled",
  failed: "failed",
  rejected: "rejected",
  timeout: "no_answer",
  unanswered: "no_answer",
};

/** Faults of a number that only an event's `detail` reports. */
const NO_SUCH_NUMBER = new Set(["invalid_number", "number_out_of_service"]);

/**
 * Returns the outcome of an ended call; null while it has not ended. A separate event reports that a machine answered.
 */
export const toOutcome = (status: string, detail?: string | null): CarrierOutcome | null => {
  const isRefusal = status === "failed" || status === "rejected";
  if (isRefusal && NO_SUCH_NUMBER.has(detail ?? "")) return "invalid_number";
  return OUTCOMES[status] ?? null;
};

/**
 * Converts a fetched or listed call. An unknown status counts as a call in progress, so that the watchdog asks again.
 */
export const toCarrierCall = (resource: CallResource): CarrierCall => {
  const state = toState(resource.status) ?? "in_progress";
  return {
    carrierCallId: resource.uuid,
    state,
    outcome: toOutcome(resource.status),
    answeredBy: toAnsweredBy(resource.status),
    startedAt: null,
    ...toEnding(resource),
    optedOut: false,
    detail: resource.status,
  };
};

type Ending = Pick<CarrierCall, "answeredAt" | "endedAt" | "durationSeconds" | "costMinor" | "currency">;

/**
 * Returns times, talk time and cost, which Vonage reports for completed calls; `endedAt` is the reported time of any
 * other end.
 */
export const toEnding = (
  call: Pick<CallResource, "status" | "start_time" | "end_time" | "duration" | "price">,
  toldAt: Date | null = null,
): Ending => {
  const isOver = toState(call.status) === "completed";
  if (!isOver) return { answeredAt: null, endedAt: null, durationSeconds: null, costMinor: null, currency: null };
  const endedAt = toDate(call.end_time) ?? toldAt;
  // A call that was never answered costs nothing, and Vonage never reports a price for it.
  if (call.status !== "completed") {
    return { answeredAt: null, endedAt, durationSeconds: 0, costMinor: 0, currency: CURRENCY };
  }
  const durationSeconds = toSeconds(call.duration);
  const talkBegan = endedAt && new Date(endedAt.getTime() - durationSeconds * 1000);
  return { answeredAt: toDate(call.start_time) ?? talkBegan, endedAt, durationSeconds, ...toCost(call.price) };
};

/** Reads ISO 8601, or `2020-01-01 12:00:00`, which is UTC; null for an absent or invalid value. */
export const toDate = (value: string | null | undefined): Date | null => {
  const bare = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value ?? "");
  const ms = Date.parse(bare ? `${value?.replace(" ", "T")}Z` : (value ?? ""));
  return Number.isNaN(ms) ? null : new Date(ms);
};

/** Prices are in euros, whatever the account's currency. */
const CURRENCY = "EUR";

/** Converts "0.02600000" to 3 cents, rounded to the nearest. */
export const toCost = (price: string | number | null | undefined): Pick<CarrierCall, "costMinor" | "currency"> => {
  const amount = Number(price ?? Number.NaN);
  if (price === "" || !Number.isFinite(amount)) return { costMinor: null, currency: null };
  return { costMinor: Math.round(Number((Math.abs(amount) * 100).toFixed(6))), currency: CURRENCY };
};

/** Returns E.164 without its `+`, as Vonage writes numbers. */
export const toVonageNumber = (e164: string): string => e164.replace(/^\+/, "");

/** Returns E.164 with `+`; null for a withheld or invalid number. */
export const toE164 = (number: string | null | undefined): string | null =>
  /^\+?[1-9]\d{4,14}$/.test(number ?? "") ? `+${number?.replace(/^\+/, "")}` : null;
