import type { Answer } from "../api/client.ts";
import type { Routes } from "../api/routes.ts";

export type Manners = NonNullable<Answer<"GET /sandbox/simulator">["manners"]>;
type Sent = NonNullable<Routes["PUT /sandbox/simulator"]["body"]["manners"]>;

/** What of the requests and of the callbacks goes wrong, as shares. */
export const REQUEST_SHARES = ["throttled", "lost_requests", "lost_answers", "server_errors"] as const;
export const CALLBACK_SHARES = ["lost", "doubled", "reordered", "late"] as const;
export const OUTCOMES = [
  "answered",
  "opted_out",
  "voicemail",
  "no_answer",
  "busy",
  "rejected",
  "failed",
  "invalid_number",
] as const;
const RANGES = ["ring_seconds", "talk_seconds"] as const;
type Range = (typeof RANGES)[number];

/** The manners as they are typed: numbers are text, and shares are percent. */
export interface MannersDraft {
  latencyMs: string;
  perSecond: string;
  requests: Record<(typeof REQUEST_SHARES)[number], string>;
  callbacks: Record<(typeof CALLBACK_SHARES)[number], string>;
  lateBySeconds: string;
  outageFrom: string;
  outageTo: string;
  weights: Record<(typeof OUTCOMES)[number], string>;
  least: Record<Range, string>;
  most: Record<Range, string>;
  /** What the form does not show: outcomes attempt after attempt, and numbers that go differently. */
  kept: Pick<Manners, "groups"> & Pick<Manners["people"], "outcomes">;
}

/** Says what is wrong with a field of the body, by its place as the API names it: `callbacks.late`. */
export type FaultOf = (place: string) => string | undefined;

export interface MannersFieldsProps {
  draft: MannersDraft;
  onChange(draft: MannersDraft): void;
  faultOf: FaultOf;
}

const each = <Name extends string>(names: readonly Name[], textOf: (name: Name) => string): Record<Name, string> => {
  const texts: Partial<Record<Name, string>> = {};
  for (const name of names) texts[name] = textOf(name);
  return { ...emptyOf(names), ...texts };
};

const emptyOf = <Name extends string>(names: readonly Name[]): Record<Name, string> =>
  names.reduce((all, name) => Object.assign(all, { [name]: "" }), Object.create(null));

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? "" : String(value);
const toPercent = (share: number | undefined): string =>
  share === undefined || share === 0 ? "" : String(Math.round(share * 10_000) / 100);
const toShare = (percent: string): number => (percent === "" ? 0 : Number(percent) / 100);
const toNumber = (text: string): number => (text === "" ? 0 : Number(text));

export const readManners = (manners: Manners | null): MannersDraft => ({
  latencyMs: textOf(manners?.latency_ms || null),
  perSecond: textOf(manners?.calls_per_second),
  requests: each(REQUEST_SHARES, (name) => toPercent(manners?.[name])),
  callbacks: each(CALLBACK_SHARES, (name) => toPercent(manners?.callbacks[name])),
  lateBySeconds: textOf(manners?.callbacks.late_by_seconds || null),
  outageFrom: toLocal(manners?.outage?.from),
  outageTo: toLocal(manners?.outage?.to),
  weights: each(OUTCOMES, (name) => textOf(manners?.people.weights?.[name])),
  least: each(RANGES, (name) => textOf(manners?.people[name]?.[0])),
  most: each(RANGES, (name) => textOf(manners?.people[name]?.[1])),
  kept: { groups: manners?.groups ?? [], outcomes: manners?.people.outcomes },
});

export const writeManners = (draft: MannersDraft): Sent => {
  const weights = OUTCOMES.filter((name) => draft.weights[name] !== "").map((name) => [
    name,
    Number(draft.weights[name]),
  ]);
  const ranges = RANGES.filter((name) => draft.least[name] !== "" || draft.most[name] !== "").map((name) => [
    name,
    [toNumber(draft.least[name]), toNumber(draft.most[name] || draft.least[name])],
  ]);
  return {
    latency_ms: toNumber(draft.latencyMs),
    calls_per_second: draft.perSecond === "" ? null : Number(draft.perSecond),
    throttled: toShare(draft.requests.throttled),
    lost_requests: toShare(draft.requests.lost_requests),
    lost_answers: toShare(draft.requests.lost_answers),
    server_errors: toShare(draft.requests.server_errors),
    callbacks: {
      lost: toShare(draft.callbacks.lost),
      doubled: toShare(draft.callbacks.doubled),
      reordered: toShare(draft.callbacks.reordered),
      late: toShare(draft.callbacks.late),
      late_by_seconds: toNumber(draft.lateBySeconds),
    },
    outage:
      draft.outageFrom === "" && draft.outageTo === ""
        ? null
        : { from: toInstant(draft.outageFrom), to: toInstant(draft.outageTo) },
    people: {
      ...(weights.length > 0 && { weights: Object.fromEntries(weights) }),
      ...Object.fromEntries(ranges),
      ...(draft.kept.outcomes && { outcomes: draft.kept.outcomes }),
    },
    groups: draft.kept.groups,
  };
};

const MINUTE_MS = 60_000;

/** Writes an instant for a field of date and time, in the viewer's zone, to the second. */
const toLocal = (iso: string | undefined): string => {
  if (iso === undefined) return "";
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 19);
};

/** What is no time is sent as it is, so that the API says what is wrong with it. */
const toInstant = (local: string): string => {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
};
