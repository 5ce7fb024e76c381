import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ANSWERERS } from "../../../domain/answerer/answered-by.rules.ts";
import {
  CAMPAIGN_COMMANDS,
  CAMPAIGN_STATES,
  type CampaignCommandName,
  type CampaignState,
  decideCommand,
  isCampaignOver,
  PLANNED_STATES,
  STARTED_STATES,
  STATES_BEFORE_RUNNING,
  STATES_UNDER_WAY,
} from "../../../domain/campaign/campaign-states.rules.ts";
import {
  BREAKER_DEFAULTS,
  BREAKER_LIMITS,
  type CircuitBreakerConfig,
  shouldTripBreaker,
} from "../../../domain/campaign/circuit-breaker.rules.ts";
import { MOST_CALLS_AT_ONCE, splitIntoShards } from "../../../domain/campaign/concurrency.rules.ts";
import { computeFigures, NO_FIGURES, NOTHING_COUNTED } from "../../../domain/campaign/progress-figures.rules.ts";
import { explainRedialRefusal } from "../../../domain/campaign/redial.rules.ts";
import {
  type AttemptEnd,
  agreeRetries,
  changeVoicemailRetry,
  decideNextStep,
  LONGEST_RETRY_DELAY_SECONDS,
  MOST_RETRIES,
  RETRY_DEFAULTS,
  type RetryConfig,
} from "../../../domain/campaign/retry.rules.ts";

const states: CampaignState[] = ["draft", "scheduled", "running", "paused", "completed", "failed", "canceled"];
const commands: CampaignCommandName[] = ["start", "unschedule", "pause", "resume", "cancel"];

describe("campaign commands", () => {
  const allowed: Record<string, CampaignState> = {
    "draft start": "running",
    "scheduled start": "running",
    "scheduled unschedule": "draft",
    "scheduled cancel": "canceled",
    "running pause": "paused",
    "paused resume": "running",
    "failed resume": "running",
    "draft cancel": "canceled",
    "paused cancel": "canceled",
    "failed cancel": "canceled",
  };
  const holding = new Set(["draft unschedule", "running start", "running resume", "paused pause", "canceled cancel"]);
  const refused: Record<string, string> = {
    "running cancel": "A running campaign cannot cancel: pause it first",
    "paused start": "A paused campaign cannot start: resume it",
    "failed start": "A failed campaign cannot start: resume it",
    "completed start": "A completed campaign cannot start: start is for draft or scheduled campaigns",
    "canceled start": "A canceled campaign cannot start: start is for draft or scheduled campaigns",
    "scheduled pause": "A scheduled campaign cannot pause: it calls nobody yet; unschedule it, or change starts_at",
    "scheduled resume": "A scheduled campaign cannot resume: it begins at its start; change starts_at to begin earlier",
    "running unschedule": "A running campaign cannot unschedule: unschedule is for scheduled campaigns",
    "paused unschedule": "A paused campaign cannot unschedule: unschedule is for scheduled campaigns",
    "failed unschedule": "A failed campaign cannot unschedule: unschedule is for scheduled campaigns",
    "completed unschedule": "A completed campaign cannot unschedule: unschedule is for scheduled campaigns",
    "canceled unschedule": "A canceled campaign cannot unschedule: unschedule is for scheduled campaigns",
    "draft pause": "A draft campaign cannot pause: start it first",
    "completed pause": "A completed campaign cannot pause: pause is for running campaigns",
    "failed pause": "A failed campaign cannot pause: pause is for running campaigns",
    "canceled pause": "A canceled campaign cannot pause: pause is for running campaigns",
    "draft resume": "A draft campaign cannot resume: start it first",
    "completed resume": "A completed campaign cannot resume: resume is for paused or failed campaigns",
    "canceled resume": "A canceled campaign cannot resume: resume is for paused or failed campaigns",
    "completed cancel":
      "A completed campaign cannot cancel: cancel is for draft, scheduled, paused or failed campaigns",
  };

  for (const state of states) {
    for (const command of commands) {
      const key = `${state} ${command}`;
      it(`${command} on a ${state} campaign ${allowed[key] ? `leads to ${allowed[key]}` : holding.has(key) ? "changes nothing" : "is refused"}`, () => {
        const decision = decideCommand(state, command);
        if (allowed[key]) expect(decision).toEqual({ kind: "apply", to: allowed[key] });
        else if (holding.has(key)) expect(decision).toEqual({ kind: "holds" });
        else expect(decision).toEqual({ kind: "refuse", sentence: refused[key] });
      });
    }
  }

  it("a start before the campaign's own start makes a draft scheduled, and changes nothing in a scheduled one", () => {
    const decide = (state: CampaignState) => decideCommand(state, "start", { isBeforeStart: true });
    expect(decide("draft")).toEqual({ kind: "apply", to: "scheduled" });
    expect(decide("scheduled")).toEqual({ kind: "holds" });
    // A start that was moved after the campaign has begun stops nothing.
    expect(decide("running")).toEqual({ kind: "holds" });
    expect(decide("paused").kind).toBe("refuse");
  });

  it("know seven states, of which two never change again", () => {
    expect([CAMPAIGN_STATES, CAMPAIGN_COMMANDS]).toEqual([states, commands]);
    expect(states.filter(isCampaignOver)).toEqual(["completed", "canceled"]);
  });

  it("say who has begun, who calls or is to, who was started, and who can be made to run", () => {
    expect(states.filter((state) => STATES_UNDER_WAY.some((each) => each === state))).toEqual([
      "running",
      "paused",
      "failed",
    ]);
    expect([...PLANNED_STATES].sort()).toEqual(["paused", "running", "scheduled"]);
    expect([...STARTED_STATES].sort()).toEqual(["failed", "paused", "running", "scheduled"]);
    expect([...STATES_BEFORE_RUNNING].sort()).toEqual(["draft", "failed", "paused", "scheduled"]);
    for (const state of STATES_BEFORE_RUNNING)
      expect((["start", "resume"] as const).map((command) => decideCommand(state, command).kind)).toContain("apply");
  });

  it("redials only a campaign that is over", () => {
    expect(states.filter((state) => explainRedialRefusal(state) === null)).toEqual(["completed", "canceled"]);
  });
});

const retryConfig: fc.Arbitrary<RetryConfig> = fc.record({
  enabled: fc.boolean(),
  max_retries: fc.integer({ min: 0, max: 10 }),
  retry_delay_seconds: fc.integer({ min: 0, max: 86_400 }),
  retry_on_busy: fc.boolean(),
  retry_on_no_answer: fc.boolean(),
  retry_on_voicemail: fc.boolean(),
});
const outcome = fc.constantFrom(
  "answered",
  "voicemail",
  "no_answer",
  "busy",
  "rejected",
  "invalid_number",
  "failed",
  "canceled",
  "blocked_dnc",
  "blocked_consent",
  "opted_out",
  "unknown",
);

/** An end of which nobody has told who answered. */
const told = (outcome: string): AttemptEnd => ({ outcome, answeredBy: null });

describe("the next step of a contact", () => {
  it("is over after at most max_retries retries, of which at most one follows a failure", () => {
    fc.assert(
      fc.property(retryConfig, fc.array(outcome, { minLength: 30, maxLength: 30 }), (config, outcomes) => {
        let retries = 0;
        let failedRetries = 0;
        for (const ended of outcomes) {
          const next = decideNextStep(told(ended), { retries, failedRetries }, config);
          if (next.kind === "finished") break;
          retries += 1;
          if (ended === "failed") failedRetries += 1;
        }
        expect(retries).toBeLessThanOrEqual(config.enabled ? config.max_retries : 0);
        expect(failedRetries).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("is never a retry after an answer, a refusal, an opt-out or a block", () => {
    const final = fc.constantFrom(
      "answered",
      "rejected",
      "invalid_number",
      "opted_out",
      "blocked_dnc",
      "blocked_consent",
      "canceled",
      "unknown",
    );
    fc.assert(
      fc.property(retryConfig, final, (config, ended) => {
        expect(decideNextStep(told(ended), { retries: 0, failedRetries: 0 }, config)).toEqual({ kind: "finished" });
      }),
    );
  });

  it("waits the n-th delay before the n-th retry, and the usual one where there is none for it", () => {
    fc.assert(
      fc.property(retryConfig, fc.array(fc.integer({ min: 0, max: 86_400 }), { maxLength: 10 }), (config, delays) => {
        const wanted = { ...config, enabled: true, max_retries: 10, retry_on_busy: true, retry_delays_seconds: delays };
        const waits = Array.from({ length: 10 }, (_, retries) =>
          decideNextStep(told("busy"), { retries, failedRetries: 0 }, wanted),
        );
        expect(waits).toEqual(
          waits.map((_, at) => ({ kind: "retry", delaySeconds: delays[at] ?? config.retry_delay_seconds })),
        );
      }),
    );
  });

  it("follows each flag by itself", () => {
    const base: RetryConfig = {
      enabled: true,
      max_retries: 2,
      retry_delay_seconds: 60,
      retry_on_busy: false,
      retry_on_no_answer: false,
      retry_on_voicemail: false,
    };
    const fresh = { retries: 0, failedRetries: 0 };
    for (const reason of ["busy", "no_answer", "voicemail"] as const) {
      expect(decideNextStep(told(reason), fresh, base)).toEqual({ kind: "finished" });
      expect(decideNextStep(told(reason), fresh, { ...base, [`retry_on_${reason}`]: true })).toEqual({
        kind: "retry",
        delaySeconds: 60,
      });
    }
    expect(decideNextStep(told("failed"), fresh, base)).toEqual({ kind: "retry", delaySeconds: 60 });
    expect(decideNextStep(told("failed"), { retries: 1, failedRetries: 1 }, base)).toEqual({ kind: "finished" });
  });

  it("is after two minutes, twice, where nobody has chosen otherwise", () => {
    const next = (outcome: string, retries: number) =>
      decideNextStep(told(outcome), { retries, failedRetries: 0 }, RETRY_DEFAULTS);
    for (const outcome of ["busy", "no_answer", "voicemail"]) {
      for (const retries of [0, 1]) expect(next(outcome, retries)).toEqual({ kind: "retry", delaySeconds: 120 });
      expect(next(outcome, 2)).toEqual({ kind: "finished" });
    }
    expect([MOST_RETRIES, LONGEST_RETRY_DELAY_SECONDS]).toEqual([10, 86_400]);
  });

  describe("after a call that somebody or something has taken", () => {
    const fresh = { retries: 0, failedRetries: 0 };
    const base = { ...RETRY_DEFAULTS, retry_on_no_answer: false, retry_on_voicemail: false };
    const isRetried = (end: AttemptEnd, config: RetryConfig) => decideNextStep(end, fresh, config).kind === "retry";

    it("is a retry exactly where the settings name who answered", () => {
      for (const answeredBy of ANSWERERS) {
        const outcome =
          { person: "answered", unknown: "answered", voicemail: "voicemail" }[String(answeredBy)] ?? "no_answer";
        const others = ANSWERERS.filter((each) => each !== answeredBy);
        expect([outcome, isRetried({ outcome, answeredBy }, { ...base, retry_on_answered_by: [answeredBy] })]).toEqual([
          outcome,
          true,
        ]);
        const all = { ...base, retry_on_no_answer: true, retry_on_voicemail: true };
        expect(isRetried({ outcome, answeredBy }, { ...all, retry_on_answered_by: others })).toBe(false);
      }
    });

    it("takes a person who came after the screening for a person", () => {
      const screened = { outcome: "answered", answeredBy: "screening", personCame: true } as const;
      expect(isRetried(screened, { ...base, retry_on_answered_by: ["screening"] })).toBe(false);
      expect(isRetried(screened, { ...base, retry_on_answered_by: ["person"] })).toBe(true);
    });

    it("takes a mailbox that the agent has recognized for one, whatever its carrier says", () => {
      for (const answeredBy of [null, "person"] as const) {
        const recognized = { outcome: "voicemail", answeredBy };
        expect(isRetried(recognized, { ...base, retry_on_answered_by: ["voicemail"] })).toBe(true);
        expect(isRetried(recognized, { ...base, retry_on_answered_by: ["person"] })).toBe(false);
      }
    });

    it("follows the flags where nobody knows who answered, although the settings name somebody", () => {
      const unanswered = { outcome: "no_answer", answeredBy: null };
      const config = { ...base, retry_on_answered_by: ["person" as const] };
      expect(isRetried(unanswered, config)).toBe(false);
      expect(isRetried(unanswered, { ...config, retry_on_no_answer: true })).toBe(true);
    });

    it("takes screening and menus for no answer, and a mailbox by its flag, where the settings name nobody", () => {
      for (const wanted of [undefined, null, []]) {
        const config = { ...base, retry_on_answered_by: wanted };
        const screened = { outcome: "no_answer", answeredBy: "screening" } as const;
        expect(isRetried(screened, config)).toBe(false);
        expect(isRetried(screened, { ...config, retry_on_no_answer: true })).toBe(true);
        expect(
          isRetried({ outcome: "voicemail", answeredBy: "voicemail" }, { ...config, retry_on_voicemail: true }),
        ).toBe(true);
      }
    });

    it("is never a retry of who opted out or was refused, whoever the settings name", () => {
      fc.assert(
        fc.property(
          retryConfig,
          fc.constantFrom("opted_out", "rejected", "blocked_dnc", "canceled"),
          (config, outcome) => {
            const everybody = { ...config, retry_on_answered_by: [...ANSWERERS] };
            for (const answeredBy of ANSWERERS) expect(isRetried({ outcome, answeredBy }, everybody)).toBe(false);
          },
        ),
      );
    });

    it("keeps the flag of voicemail with the list", () => {
      expect(agreeRetries({ ...base, retry_on_answered_by: ["voicemail"] }).retry_on_voicemail).toBe(true);
      expect(
        agreeRetries({ ...base, retry_on_voicemail: true, retry_on_answered_by: ["ivr"] }).retry_on_voicemail,
      ).toBe(false);
      expect(agreeRetries({ ...base, retry_on_answered_by: [] })).toEqual(base);
      expect(changeVoicemailRetry(["ivr"], true)).toEqual(["ivr", "voicemail"]);
      expect(changeVoicemailRetry(["ivr", "voicemail"], false)).toEqual(["ivr"]);
    });
  });
});

describe("the circuit breaker", () => {
  const config: CircuitBreakerConfig = {
    enabled: true,
    failure_threshold: 0.5,
    window_seconds: 120,
    min_calls_in_window: 5,
  };

  it("trips at the threshold, not below the least number of calls, and never when it is off", () => {
    expect(shouldTripBreaker({ failed: 3, answered: 3 }, config)).toBe(true);
    expect(shouldTripBreaker({ failed: 2, answered: 3 }, config)).toBe(false);
    expect(shouldTripBreaker({ failed: 4 }, config)).toBe(false);
    expect(shouldTripBreaker({ failed: 2, unknown: 3 }, config)).toBe(true);
    expect(shouldTripBreaker({ failed: 100 }, { ...config, enabled: false })).toBe(false);
  });

  it("is off where nobody has chosen otherwise, and trips then at half of five calls within two minutes", () => {
    expect(shouldTripBreaker({ failed: 100 }, BREAKER_DEFAULTS)).toBe(false);
    const on = { ...BREAKER_DEFAULTS, enabled: true };
    expect(on.window_seconds).toBe(120);
    expect(shouldTripBreaker({ failed: 4 }, on)).toBe(false);
    expect(shouldTripBreaker({ failed: 3, answered: 3 }, on)).toBe(true);
    expect(shouldTripBreaker({ failed: 3, answered: 4 }, on)).toBe(false);
    expect(shouldTripBreaker({ failed: 3, answered: 2 }, on)).toBe(true);
  });

  it("looks at half a minute up to an hour, and at one call up to a thousand", () => {
    expect(BREAKER_LIMITS).toEqual({
      failure_threshold: { least: 0, most: 1 },
      window_seconds: { least: 30, most: 3600 },
      min_calls_in_window: { least: 1, most: 1000 },
    });
    expect(shouldTripBreaker({ failed: 1 }, { ...config, min_calls_in_window: 1 })).toBe(true);
  });

  it("does not count invalid numbers, blocked and canceled calls", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), fc.nat(50), (failed, answered, others) => {
        const uncounted = { invalid_number: others, canceled: others, blocked_dnc: others };
        expect(shouldTripBreaker({ failed, answered, ...uncounted }, config)).toBe(
          shouldTripBreaker({ failed, answered }, config),
        );
      }),
    );
  });

  it.each(["answered", "voicemail", "busy", "no_answer", "rejected", "opted_out"])(
    "takes a call that was %s for one that the carrier has carried",
    (outcome) => {
      expect(shouldTripBreaker({ failed: 3, [outcome]: 3 }, config)).toBe(true);
      expect(shouldTripBreaker({ failed: 3, [outcome]: 4 }, config)).toBe(false);
      expect(shouldTripBreaker({ failed: 3, [outcome]: 2 }, { ...config, failure_threshold: 0.6 })).toBe(true);
    },
  );

  it("needs a failure even when the threshold is nought", () => {
    expect(shouldTripBreaker({ answered: 10 }, { ...config, failure_threshold: 0 })).toBe(false);
  });
});

describe("figures", () => {
  it("are the counts that are kept, and what remains", () => {
    const kept = {
      total: 101,
      suppressed: 2,
      finished: 3,
      dialled: 5,
      answered: 7,
      unreached: 11,
      in_flight: 13,
      waiting_retry: 17,
      attempts: 19,
      revision: 23,
    };
    const { in_flight: inFlight, waiting_retry: waitingRetry, ...same } = kept;
    expect(computeFigures(kept)).toEqual({ ...same, inFlight, waitingRetry, remaining: 96 });
  });

  it("figures of a campaign that nobody has counted are zeros, older than any that were counted", () => {
    const { revision, ...counts } = NO_FIGURES;
    expect([revision, ...new Set(Object.values(counts))]).toEqual([-1, 0]);
    expect(new Set(Object.values(NOTHING_COUNTED))).toEqual(new Set([0]));
  });
});

describe("shards", () => {
  it("are as few as hold the concurrency, as even as can be", () => {
    expect([1, 100, 101, 250, 1000].map((calls) => splitIntoShards(calls, 100))).toEqual([
      [1],
      [100],
      [51, 50],
      [84, 83, 83],
      Array(10).fill(100),
    ]);
    expect([500, 501, 1000].map((calls) => splitIntoShards(calls))).toEqual([[500], [251, 250], [500, 500]]);
  });

  it("hold a thousand calls of a campaign at most", () => {
    expect(MOST_CALLS_AT_ONCE).toBe(1000);
  });

  it("share the whole concurrency among windows that none exceeds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (concurrency, most) => {
        const windows = splitIntoShards(concurrency, most);
        expect(windows.reduce((sum, size) => sum + size, 0)).toBe(concurrency);
        expect(Math.max(...windows)).toBeLessThanOrEqual(most);
        expect(Math.min(...windows)).toBeGreaterThan(0);
      }),
    );
  });
});
