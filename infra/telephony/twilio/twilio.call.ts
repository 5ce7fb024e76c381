import { z } from "zod";
import type { Detection } from "../../../domain/answerer/answered-by.rules.ts";
import type { CarrierCall, CarrierCallState, CarrierOutcome } from "../carrier.ts";
import { toDate } from "../carrier-values.ts";

/** The fields of Twilio's call resource that we read. */
export const callResource = z.object({
  sid: z.string(),
  status: z.string(),
  direction: z.string().nullish(),
  to: z.string().nullish(),
  from: z.string().nullish(),
  date_created: z.string().nullish(),
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
  duration: z.string().nullish(),
  price: z.string().nullish(),
  price_unit: z.string().nullish(),
  answered_by: z.string().nullish(),
});

export type CallResource = z.infer<typeof callResource>;

const STATES: Readonly<Record<string, CarrierCallState>> = {
  queued: "queued",
  initiated: "queued",
  ringing: "ringing",
  "in-progress": "in_progress",
  completed: "completed",
  busy: "completed",
  failed: "completed",
  "no-answer": "completed",
  canceled: "completed",
};

/** Maps Twilio's status to our state; null for an unknown one. */
export const toState = (status: string): CarrierCallState | null => STATES[status] ?? null;

/** `human`, `machine_start`, `machine_end_beep`, `machine_end_silence`, `machine_end_other`, `fax`, `unknown`. */
export const toAnsweredBy = (value: string | null | undefined): Detection | null => {
  if (!value) return null;
  if (value === "human") return "person";
  if (value === "fax") return "fax";
  return value.startsWith("machine") ? "voicemail" : "unknown";
};

const NO_SUCH_NUMBER_SIP = new Set(["404", "410", "484", "604"]);

export interface CallEnding {
  status: string;
  answeredBy: Detection | null;
  /** Reported by callbacks only. */
  sipResponseCode?: string | undefined;
}

/** Returns the outcome of an ended call; null while it has not ended. */
export const toOutcome = ({ status, answeredBy, sipResponseCode = "" }: CallEnding): CarrierOutcome | null => {
  if (status === "completed") {
    // Nobody can talk to a fax line, now or later: it is not retried, as a rejection is not.
    if (answeredBy === "fax") return "rejected";
    return answeredBy === "voicemail" ? "voicemail" : "answered";
  }
  if ((status === "busy" || status === "failed") && sipResponseCode === "603") return "rejected";
  if (status === "failed" && NO_SUCH_NUMBER_SIP.has(sipResponseCode)) return "invalid_number";
  if (status === "no-answer") return "no_answer";
  return status === "busy" || status === "failed" || status === "canceled" ? status : null;
};

/**
 * Converts a fetched or listed call. An unknown status counts as a call in progress, so that the watchdog asks again.
 */
export const toCarrierCall = (resource: CallResource): CarrierCall => {
  const state = toState(resource.status) ?? "in_progress";
  const answeredBy = toAnsweredBy(resource.answered_by);
  const isOver = state === "completed";
  const durationSeconds = isOver ? toSeconds(resource.duration) : null;
  const endedAt = isOver ? toDate(resource.end_time) : null;
  return {
    carrierCallId: resource.sid,
    state,
    outcome: toOutcome({ status: resource.status, answeredBy }),
    answeredBy,
    answerWord: resource.answered_by ?? null,
    startedAt: toDate(resource.start_time ?? resource.date_created),
    answeredAt: computeAnsweredAt(resource.status, endedAt, durationSeconds),
    endedAt,
    durationSeconds,
    ...toCost(isOver ? priceOf(resource) : null, resource.price_unit),
    optedOut: false,
    detail: resource.status,
  };
};

/** Twilio never prices a call that nobody answered: it costs nothing. */
const priceOf = ({ status, price }: CallResource): string | null | undefined =>
  status === "completed" ? price : (price ?? "0");

/** Computes when a call was answered, which Twilio does not report, as its end minus the talk time. */
export const computeAnsweredAt = (status: string, endedAt: Date | null, talkSeconds: number | null): Date | null =>
  status === "completed" && endedAt && talkSeconds !== null ? new Date(endedAt.getTime() - talkSeconds * 1000) : null;

/** Returns whole seconds; 0 for a call that was never answered. */
export const toSeconds = (value: string | null | undefined): number => {
  const seconds = Number.parseInt(value ?? "", 10);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
};

/**
 * Converts "-0.0135", "USD" to 1 cent. Twilio writes charges as negative decimals, some minutes after the call; rounded
 * to the nearest.
 */
export const toCost = (
  price: string | null | undefined,
  unit: string | null | undefined,
): Pick<CarrierCall, "costMinor" | "currency"> => {
  const amount = Number(price ?? Number.NaN);
  const currency = unit?.toUpperCase() ?? "";
  if (!price || !Number.isFinite(amount) || !/^[A-Z]{3}$/.test(currency)) return { costMinor: null, currency: null };
  const digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
  return { costMinor: Math.round(Number((Math.abs(amount) * 10 ** (digits ?? 2)).toFixed(6))), currency };
};
