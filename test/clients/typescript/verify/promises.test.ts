import { describe, expect, it } from "@jest/globals";
import { checkBudgets } from "../../../../clients/typescript/verify/budgets.ts";
import {
  checkCaps,
  checkDialledOnce,
  checkDoNotCall,
  checkPauses,
} from "../../../../clients/typescript/verify/dialling.ts";
import type { Entry } from "../../../../clients/typescript/verify/entries.ts";
import { checkHours } from "../../../../clients/typescript/verify/hours.ts";

/** A Monday, 09:00 in Berlin. */
const MONDAY_MS = Date.UTC(2026, 10, 30, 8);
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

type Told = Pick<Entry, "kind" | "facts"> & { person?: string; minute?: number };

const record = (...told: Told[]): Entry[] =>
  told.map(({ kind, facts, person = "ada", minute = 0 }, index) => ({
    at: index,
    index,
    kind,
    person,
    facts,
    atMs: MONDAY_MS + minute * MINUTE_MS,
  }));

const attempt = (run: string, more: Partial<Told> & { facts?: object } = {}): Told => ({
  ...more,
  kind: "attempt.requested",
  facts: { run, campaign: 1, environment: "production", zones: ["Europe/Berlin"], policy: "p", ...more.facts },
});
const told = (kind: string, facts: Entry["facts"] = {}, more: Partial<Told> = {}): Told => ({ kind, facts, ...more });
const entriesOf = ({ faults }: { faults: { entry: number | null }[] }) => faults.map(({ entry }) => entry);

describe("a record in which a promise was broken", () => {
  it("shows an attempt that was dialled twice", () => {
    expect(entriesOf(checkDialledOnce(record(attempt("a"), attempt("b"), attempt("a"))))).toEqual([2]);
    const answered = (run: string) => told("attempt.answered", { run, carrier_call_id: "CA1" });
    expect(entriesOf(checkDialledOnce(record(attempt("a"), answered("a"), attempt("b"), answered("b"))))).toEqual([3]);
  });

  it("shows an attempt after a do-not-call answer, as long as it binds", () => {
    const added = told("do_not_call.added", { environment: "production", expires_at: null });
    const removed = told("do_not_call.removed", { environment: "production" });
    const sandbox = attempt("c", { facts: { environment: "sandbox" } });
    const other = attempt("d", { person: "bob" });
    expect(
      entriesOf(checkDoNotCall(record(attempt("a"), added, attempt("b"), sandbox, other, removed, attempt("e")))),
    ).toEqual([2, 3]);
    const expires = { environment: "production", expires_at: new Date(MONDAY_MS + 5 * MINUTE_MS).toISOString() };
    const short = told("do_not_call.added", expires);
    expect(entriesOf(checkDoNotCall(record(short, attempt("a", { minute: 4 }), attempt("b", { minute: 6 }))))).toEqual([
      1,
    ]);
    const withdrawn = told("consent.changed", { environment: "production", status: "withdrawn" });
    expect(entriesOf(checkDoNotCall(record(withdrawn, attempt("a"))))).toEqual([1]);
  });

  it("shows an attempt after a pause was answered, until it is resumed", () => {
    const decided = (event: string) => told("campaign.decided", { campaign: 1, event });
    const answered = told("campaign.pause_answered", { campaign: 1 });
    const other = attempt("o", { facts: { campaign: 2 } });
    const entries = record(
      decided("paused"),
      attempt("a"),
      answered,
      attempt("b"),
      other,
      decided("resumed"),
      attempt("c"),
    );
    expect(entriesOf(checkPauses(entries))).toEqual([3]);
    expect(entriesOf(checkPauses(record(decided("breaker_tripped"), attempt("a"))))).toEqual([1]);
  });

  it("shows an attempt outside the hours of any zone of the person, and on a holiday", () => {
    const policy = (more: object = {}) =>
      new Map([
        [
          "p",
          { hours: { slots: [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }], holidays: [], ...more } },
        ],
      ]);
    const entries = record(
      attempt("a", { minute: -1 }),
      attempt("b"),
      attempt("c", { minute: 59 }),
      attempt("d", { minute: 60 }),
      attempt("e", { minute: DAY_MINUTES }),
      attempt("f", { facts: { zones: ["Europe/Berlin", "America/New_York"] } }),
    );
    expect(entriesOf(checkHours(entries, policy()))).toEqual([0, 3, 4, 5]);
    expect(entriesOf(checkHours(record(attempt("a")), policy({ holidays: ["2026-11-30"] })))).toEqual([0]);
    const eve = policy({ holidays: ["2026-11-30T09:30"] });
    expect(entriesOf(checkHours(record(attempt("a", { minute: 29 }), attempt("b", { minute: 30 })), eve))).toEqual([1]);
  });

  it("shows an attempt over the cap of 24 hours; what the carrier did not take is none", () => {
    const policies = new Map([["p", { max_attempts_per_number_per_day: 1 }]]);
    const throttled = told("attempt.settled", { run: "a", end_reason: "throttled" });
    const later = attempt("c", { minute: DAY_MINUTES });
    expect(entriesOf(checkCaps(record(attempt("a"), attempt("b"), later), policies))).toEqual([1]);
    expect(entriesOf(checkCaps(record(attempt("a"), throttled, attempt("b")), policies))).toEqual([]);
  });

  it("shows an attempt over a budget", () => {
    const budgets = { campaign: { total_minor: 100, currency: "USD" }, organization: null, timezone: null };
    const policies = new Map([["p", { budgets }]]);
    const money = { amount_minor: 40, currency: "USD" };
    const costly = (run: string) => attempt(run, { facts: { reserved: money, reserved_for_call: money } });
    const settled = (run: string, cost: number) =>
      told("attempt.settled", { run, cost_minor: cost, currency: "USD", held: null });
    expect(entriesOf(checkBudgets(record(costly("a"), costly("b"), costly("c")), policies))).toEqual([2]);
    expect(entriesOf(checkBudgets(record(costly("a"), settled("a", 10), costly("b"), costly("c")), policies))).toEqual(
      [],
    );
    const daily = new Map([
      [
        "p",
        { budgets: { campaign: null, organization: { daily_minor: 50, currency: "USD" }, timezone: "Europe/Berlin" } },
      ],
    ]);
    const tomorrow = { ...costly("b"), minute: DAY_MINUTES };
    expect(entriesOf(checkBudgets(record(costly("a"), tomorrow, costly("c")), daily))).toEqual([2]);
  });
});
