import { chooseNextStep } from "../../domain/journey/choose-step.ts";
import type { JourneyStep } from "../../domain/journey/journey.ts";

/** Somebody who said stop, and when that was taken; epoch milliseconds. */
export interface JourneyStop {
  number: string;
  way: "text" | "api";
  answeredAtMs: number;
}

/** Something that reached a person, by the record of whoever carried it there. */
export interface Reached {
  number: string;
  atMs: number;
}

export interface JourneyPerson {
  number: string;
  contactId: number;
  state: string;
  lastOutcome: string | null;
}

export interface JourneyRow {
  contactId: number;
  step: string;
  cameFrom: string | null;
  state: string;
  reason: string | null;
}

/** The evidence of a run for its judge. */
export interface JourneyEvidence {
  steps: readonly JourneyStep[];
  people: readonly JourneyPerson[];
  rows: readonly JourneyRow[];
  /** Calls that the carrier made, in their order, and their outcomes. */
  calls: readonly (Reached & { outcome: string | null })[];
  /** Texts of steps that were asked for, those that the carrier refused for the moment apart. */
  texts: readonly Reached[];
  mails: readonly Reached[];
  /** Webhooks that came, by what they tell; the same `id` is the same one again. */
  told: readonly { id: string; contactId: number; step: string }[];
  /** Numbers of whom people were asked in an inbox. */
  asked: readonly string[];
  stops: readonly JourneyStop[];
  kills: number;
}

export interface JourneyVerdict {
  /** A step that was done twice for a person. */
  doneTwice: string[];
  /** What reached a person after their stop was answered. */
  afterStop: string[];
  /** People who are at no end, or at one without a reason. */
  lost: string[];
  /** Steps that are told as done, and of which those who carry them out know nothing. */
  neverDone: string[];
  /** Why a run without a breach would still prove nothing. */
  untested: string[];
}

export const judgeJourney = (evidence: JourneyEvidence): JourneyVerdict => ({
  doneTwice: doneTwice(evidence),
  afterStop: afterStop(evidence),
  lost: evidence.people.flatMap((person) => whyLost(evidence, person)),
  neverDone: neverDone(evidence),
  untested: untested(evidence),
});

export const keepsEveryStep = (verdict: JourneyVerdict): boolean =>
  Object.values(verdict).every((found: string[]) => found.length === 0);

const doneTwice = ({ steps, people, rows, calls, texts, mails, told, asked }: JourneyEvidence): string[] => {
  const contacts = new Map(people.map((person) => [person.number, person.contactId]));
  const isCall = new Set(steps.flatMap((step) => (step.do === "call" ? step.id : [])));
  const callsOf = (number: string) =>
    1 + rows.filter((row) => row.contactId === contacts.get(number) && isCall.has(row.step)).length;
  const numbersOf = (reached: readonly Reached[]) => reached.map(({ number }) => number);
  return [
    ...countBeyond(numbersOf(calls), callsOf).map((each) => `called: ${each}`),
    ...countBeyond(numbersOf(texts), () => 1).map((each) => `texts: ${each}`),
    ...countBeyond(numbersOf(mails), () => 1).map((each) => `mails: ${each}`),
    ...countBeyond(asked, () => 1).map((each) => `asked of: ${each}`),
    ...countBeyond(
      [...new Map(told.map((each) => [each.id, each])).values()].map(({ contactId, step }) => `${contactId} ${step}`),
      () => 1,
    ).map((each) => `webhooks: ${each}`),
  ];
};

const countBeyond = (keys: readonly string[], most: (key: string) => number): string[] =>
  [...Map.groupBy(keys, (key) => key)].flatMap(([key, { length }]) =>
    length > most(key) ? [`${key} ${length} times`] : [],
  );

const afterStop = ({ stops, calls, texts, mails }: JourneyEvidence): string[] => {
  const stopped = new Map(stops.map((stop) => [stop.number, stop]));
  return Object.entries({ called: calls, text: texts, mail: mails }).flatMap(([what, reached]) =>
    reached.flatMap(({ number, atMs }) => {
      const stop = stopped.get(number);
      return stop && atMs > stop.answeredAtMs
        ? [`${number}: ${what} ${atMs - stop.answeredAtMs} ms after the stop by ${stop.way}`]
        : [];
    }),
  );
};

const OPEN = new Set(["waiting", "doing", "calling"]);

/** Whoever has not ended their way says why: they were stopped, or the campaign gave up. */
const whyLost = (evidence: JourneyEvidence, person: JourneyPerson): string[] => {
  const { steps, calls } = evidence;
  const name = person.number;
  const rows = evidence.rows.filter(({ contactId }) => contactId === person.contactId);
  if (person.state !== "finished" && person.state !== "suppressed") return [`${name} is ${person.state}`];
  const found = rows.flatMap(({ step, state, reason }) => {
    if (OPEN.has(state)) return [`${name}: ${step} is still ${state}`];
    return state !== "done" && !reason ? [`${name}: ${step} is ${state}, and nobody says why`] : [];
  });
  if (found.length > 0) return found;
  const outcomes = calls.filter(({ number }) => number === name).map(({ outcome }) => outcome);
  const isEnded = person.state === "suppressed" || rows.some(({ state, reason }) => isEnd(state, reason));
  let after: JourneyStep | null = null;
  let call = 0;
  for (;;) {
    const outcome = outcomes[call] ?? (call === 0 ? person.lastOutcome : null);
    const came: JourneyRow[] = rows.filter(({ cameFrom }) => cameFrom === (after?.id ?? null));
    const next: JourneyStep | null = chooseNextStep(steps, after, {
      outcome,
      disposition: null,
      answeredBy: null,
      variables: {},
    });
    if (next === null) return [];
    if (came.length === 0) return isEnded ? [] : [`${name}: nothing follows ${after?.id ?? `the call (${outcome})`}`];
    const [row] = came;
    if (row?.state === "ended") return [];
    after = steps.find(({ id }) => id === row?.step) ?? null;
    if (after === null) return [`${name}: there is no step ${row?.step}`];
    if (after.do === "call") call += 1;
  }
};

const isEnd = (state: string, reason: string | null): boolean =>
  state === "ended" || (state === "skipped" && /do-not-call|calls this person already/i.test(reason ?? ""));

const neverDone = ({ steps, people, rows, texts, mails, told, asked }: JourneyEvidence): string[] => {
  const numbers = new Map(people.map(({ contactId, number }) => [contactId, number]));
  const knows = {
    sms: new Set(texts.map(({ number }) => number)),
    mail: new Set(mails.map(({ number }) => number)),
    inbox: new Set(asked),
    webhook: new Set(told.map(({ contactId, step }) => `${contactId} ${step}`)),
  };
  const kinds = new Map(steps.map((step) => [step.id, step.do]));
  return rows.flatMap(({ contactId, step, state }) => {
    const kind = kinds.get(step);
    if (state !== "done" || kind === undefined || kind === "call" || kind === "do_not_call") return [];
    const number = numbers.get(contactId) ?? "";
    const isKnown = kind === "webhook" ? knows.webhook.has(`${contactId} ${step}`) : knows[kind].has(number);
    return isKnown ? [] : [`${number}: ${step}`];
  });
};

const untested = ({ kills, stops, rows, people }: JourneyEvidence): string[] => {
  const contacts = new Map(people.map(({ number, contactId }) => [number, contactId]));
  const bound = (way: JourneyStop["way"]) =>
    stops.some(
      (stop) =>
        stop.way === way && rows.some((row) => row.contactId === contacts.get(stop.number) && row.state === "ended"),
    );
  return [
    ...(kills === 0 ? ["nothing was killed"] : []),
    ...(["text", "api"] as const).flatMap((way) =>
      bound(way) ? [] : [`no stop by ${way} ended a step that waited: take a larger --size`],
    ),
  ];
};
