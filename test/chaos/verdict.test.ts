import { describe, expect, it } from "@jest/globals";
import type { RecordedRequest } from "../../infra/simulator/record.ts";
import type { CallView } from "../../infra/telephony/simulator/simulator.protocol.ts";
import type { Evidence } from "./chaos-evidence.ts";
import { isClean, judge, type Promises } from "./verdict.ts";

const T0 = Date.UTC(2026, 0, 5, 12, 0, 0);
const at = (seconds: number) => T0 + seconds * 1000;
const ANN = "+12025550100";
const BEN = "+12025550101";
const CLEO = "+12025550102";
const DAN = "+12025550103";

const request = (to: string, seconds: number): RecordedRequest => ({
  seq: seconds,
  received_at_ms: at(seconds),
  idempotency_key: `${to} at ${seconds}`,
  account: "a",
  organization: "",
  to,
  from: "",
  answer: "accepted",
  response_lost: false,
  call_id: `call-${seconds}`,
  sandbox: false,
});

const call = (to: string, seconds: number, ended: Partial<CallView> = {}): CallView => ({
  id: `call-${seconds}`,
  idempotency_key: `${to} at ${seconds}`,
  account: "a",
  to,
  from: "",
  attempt: 1,
  state: "completed",
  outcome: "answered",
  answered_by: "human",
  opted_out: false,
  started_at: new Date(at(seconds)).toISOString(),
  answered_at: null,
  ended_at: new Date(at(seconds + 5)).toISOString(),
  talk_seconds: 0,
  voice: null,
  cost_minor: 1,
  currency: "USD",
  sandbox: false,
  hung_up: false,
  hung_up_by: null,
  direction: "outbound",
  ...ended,
});

const NO_ANSWER = { outcome: "no_answer", answered_by: null } as const;

/** Ann answers, Ben answers at his second call, Cleo is listed before hers, Dan withdraws his consent. */
const cleanRun = (): { evidence: Evidence; promises: Promises } => ({
  evidence: {
    numbers: [ANN, BEN, CLEO, DAN],
    retries: { most: 2, delaySeconds: 2 },
    requests: [request(ANN, 1), request(BEN, 2), request(BEN, 60)],
    calls: [call(ANN, 1), call(BEN, 2, NO_ANSWER), call(BEN, 60)],
    repeatedKeys: [],
    progress: {
      campaign_id: 1,
      state: "completed",
      total: 4,
      dialled: 2,
      answered: 2,
      remaining: 0,
      in_flight: 0,
      waiting_retry: 0,
      suppressed: 2,
      finished: 2,
      failed_calls: 0,
      attempts: 3,
      progress_percentage: 100,
      total_rows: 4,
      processed_rows: 2,
      rate_limit: null,
      source_sync: { status: "completed", last_synced_at: null, error: null },
      waiting_until: null,
      started_at: new Date(T0).toISOString(),
      completed_at: new Date(T0).toISOString(),
      eta: null,
      budgets: [
        {
          whose: "campaign",
          limit_minor: 9,
          spent_minor: 3,
          held_minor: 0,
          spent_on_models_minor: 0,
          held_for_models_minor: 0,
          currency: "USD",
          renews_at: null,
        },
      ],
      budget_wait: null,
      budget_wait_until: null,
      daily_quota: null,
      source: "database",
      as_of: new Date(T0).toISOString(),
      unknown: [],
    },
    summary: {
      campaign_id: 1,
      state: "completed",
      total: 4,
      dialled: 2,
      answered: 2,
      attempts: 3,
      outcomes: { answered: 2, no_answer: 1, blocked_dnc: 1, blocked_consent: 1 },
      dispositions: {},
      answered_by: { person: 2 },
      by_version: [],
      talk_seconds: 0,
      answer_rate: 1,
      costs: [{ currency: "USD", cost_minor: 3 }],
      budgets: [],
      calls_removed: null,
      attempts_per_contact: [
        { attempts: 0, contacts: 2 },
        { attempts: 1, contacts: 1 },
        { attempts: 2, contacts: 1 },
      ],
      last_outcomes: { answered: 2, blocked_dnc: 1, blocked_consent: 1 },
      not_called_by_end: 0,
      timezone: "UTC",
      by_hour: [{ hour: 12, calls: 3, answered: 2 }],
      by_day: [{ date: "2026-01-05", calls: 3, answered: 2 }],
      as_of: new Date(T0).toISOString(),
      unknown: [],
    },
    report: [
      { number: ANN, outcome: "answered" },
      { number: BEN, outcome: "no_answer" },
      { number: CLEO, outcome: "blocked_dnc" },
      { number: BEN, outcome: "answered" },
      { number: DAN, outcome: "blocked_consent" },
    ],
    listed: [CLEO],
    withdrawn: [DAN],
  },
  promises: {
    doNotCall: [{ numbers: [CLEO], answeredAtMs: at(3) }],
    withdrawn: [{ numbers: [DAN], answeredAtMs: at(3) }],
    pauses: [{ answeredAtMs: at(4), resumedAtMs: at(10) }],
    closed: [{ fromMs: at(20), toMs: at(50) }],
    budgets: [{ limitMinor: 2, raisedAtMs: at(30) }],
  },
});

const verdictOf = (change: (run: ReturnType<typeof cleanRun>) => void) => {
  const run = cleanRun();
  change(run);
  return judge(run.evidence, run.promises);
};

describe("the judge of chaos runs", () => {
  it("finds nothing where nothing is wrong", () => {
    const verdict = verdictOf(() => {});
    expect(verdict).toEqual({
      dialledTwice: [],
      dialledAfterDoNotCall: [],
      withdrawnConsentDialled: [],
      dialledWhilePaused: [],
      dialledOutsideWindow: [],
      budgetOverdrawn: [],
      lost: [],
      countersOff: [],
      untested: [],
    });
    expect(isClean(verdict)).toBe(true);
  });

  it.each<[string, (run: ReturnType<typeof cleanRun>) => void]>([
    ["an attempt asked for twice", ({ evidence }) => (evidence.repeatedKeys = ["x"])],
    [
      "a call during a call",
      ({ evidence }) => (evidence.calls = [call(ANN, 1), call(BEN, 2, NO_ANSWER), call(BEN, 4)]),
    ],
    ["a retry too soon", ({ evidence }) => (evidence.calls = [call(ANN, 1), call(BEN, 2, NO_ANSWER), call(BEN, 8.5)])],
    ["a call after an answered one", ({ evidence }) => (evidence.calls = [call(ANN, 1), call(BEN, 2), call(BEN, 60)])],
    [
      "one retry too many",
      ({ evidence }) => {
        const calls = [2, 20, 40, 60].map((seconds) => call(BEN, seconds, seconds < 60 ? NO_ANSWER : {}));
        evidence.calls = [call(ANN, 1), ...calls];
      },
    ],
  ])("takes for dialled twice: %s", (_what, change) => {
    expect(verdictOf(change).dialledTwice).toHaveLength(1);
  });

  it("finds requests after a do-not-call entry, an opt-out, a pause, and in closed minutes", () => {
    const extra = (to: string, seconds: number) =>
      verdictOf(({ evidence }) => (evidence.requests = [...evidence.requests, request(to, seconds)]));
    expect(extra(CLEO, 2.9).dialledAfterDoNotCall).toHaveLength(0);
    expect(extra(CLEO, 3.1).dialledAfterDoNotCall).toHaveLength(1);
    expect(extra(DAN, 2.9).withdrawnConsentDialled).toHaveLength(0);
    expect(extra(DAN, 3.1).withdrawnConsentDialled).toHaveLength(1);
    expect(extra(ANN, 3.9).dialledWhilePaused).toHaveLength(0);
    expect(extra(ANN, 4.1).dialledWhilePaused).toHaveLength(1);
    expect(extra(ANN, 20).dialledOutsideWindow).toHaveLength(1);
    expect(extra(ANN, 50).dialledOutsideWindow).toHaveLength(0);
    const optedOut = verdictOf(({ evidence }) => (evidence.calls = [call(BEN, 2, { opted_out: true })]));
    expect(optedOut.dialledAfterDoNotCall).toHaveLength(1);
  });

  it("finds calls that cost more than the budget of their time, and sums that the record does not bear out", () => {
    const overdrawn = (change: (evidence: Evidence) => void) =>
      verdictOf(({ evidence }) => change(evidence)).budgetOverdrawn.length;
    expect(overdrawn(({ calls }) => Object.assign(calls[0] ?? {}, { cost_minor: 2 }))).toBe(2);
    expect(overdrawn(({ progress }) => Object.assign(progress.budgets[0] ?? {}, { spent_minor: 4 }))).toBe(1);
    expect(overdrawn(({ progress }) => Object.assign(progress.budgets[0] ?? {}, { spent_minor: 2 }))).toBe(1);
    expect(
      overdrawn(({ progress }) => Object.assign(progress.budgets[0] ?? {}, { spent_minor: 2, held_minor: 1 })),
    ).toBe(0);
    const roomy = verdictOf(({ promises }) => (promises.budgets = [{ limitMinor: 9, raisedAtMs: at(30) }]));
    expect(roomy.untested).toHaveLength(1);
  });

  it("finds contacts that nothing became of, or that were given up", () => {
    const without = (gone: number) =>
      verdictOf(({ evidence }) => (evidence.report = evidence.report.filter((_, index) => index !== gone)));
    expect(without(0).lost).toHaveLength(1);
    expect(without(3).lost).toHaveLength(1);
    expect(verdictOf(({ evidence }) => (evidence.listed = [])).lost).toHaveLength(1);
    expect(verdictOf(({ evidence }) => (evidence.withdrawn = [])).lost).toHaveLength(1);
    expect(verdictOf(({ evidence }) => (evidence.progress.finished = 1)).lost).toHaveLength(1);
  });

  it("finds every figure that the record does not bear out", () => {
    const off = (change: (evidence: Evidence) => void) =>
      verdictOf(({ evidence }) => change(evidence)).countersOff.length;
    const names = ["dialled", "answered", "attempts", "suppressed", "finished", "failed_calls", "in_flight"] as const;
    for (const name of names) expect(off(({ progress }) => (progress[name] += 1))).toBe(1);
    expect(off(({ progress }) => (progress.state = "running"))).toBe(1);
    expect(off(({ summary }) => (summary.talk_seconds += 1))).toBe(1);
    expect(off(({ summary }) => (summary.outcomes = {}))).toBe(1);
    expect(off(({ summary }) => (summary.attempts_per_contact = []))).toBe(1);
    expect(off(({ report }) => Object.assign(report[1] ?? {}, { outcome: "busy" }))).toBe(2);
    expect(off((evidence) => (evidence.listed = []))).toBe(1);
    expect(off((evidence) => (evidence.withdrawn = []))).toBe(1);
  });

  it("says which promises could not have been broken", () => {
    const late = verdictOf(({ promises }) => {
      promises.pauses = [{ answeredAtMs: at(70), resumedAtMs: at(80) }];
      promises.closed = [{ fromMs: at(70), toMs: at(130) }];
    });
    expect(late.untested).toHaveLength(2);
    expect(isClean(late)).toBe(false);
  });
});
