import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  explainBackFillRefusal,
  explainEmptyBackFill,
  explainWrongSpan,
  findOutageHit,
  isLeftToBackFill,
  type LatestAttempt,
} from "../../../domain/campaign/back-fill.rules.ts";

const span = { fromMs: 1000, toMs: 2000 };
const lost: LatestAttempt = {
  requestedAtMs: 1500,
  endedAtMs: 1600,
  outcome: "failed",
  wasAccountRefused: false,
  isKnownToCarrier: false,
  hasReached: false,
};

describe("an outage", () => {
  it("kept from being dialled whose request the carrier never got within it", () => {
    expect(findOutageHit(lost, span)).toBe("not_dialled");
    expect(findOutageHit({ ...lost, requestedAtMs: 1000 }, span)).toBe("not_dialled");
    expect(findOutageHit({ ...lost, endedAtMs: 9999 }, span)).toBe("not_dialled");
    expect(findOutageHit({ ...lost, requestedAtMs: 999 }, span)).toBeNull();
    expect(findOutageHit({ ...lost, requestedAtMs: 2000 }, span)).toBeNull();
    expect(findOutageHit({ ...lost, isKnownToCarrier: true }, span)).toBeNull();
  });

  it("left unknown whose call touched it, unless somebody was reached", () => {
    const unknown = { ...lost, outcome: "unknown", isKnownToCarrier: true };
    expect(findOutageHit(unknown, span)).toBe("end_unknown");
    expect(findOutageHit({ ...unknown, requestedAtMs: 500 }, span)).toBe("end_unknown");
    expect(findOutageHit({ ...unknown, requestedAtMs: 500, endedAtMs: 999 }, span)).toBeNull();
    expect(findOutageHit({ ...unknown, requestedAtMs: 2000 }, span)).toBeNull();
    expect(findOutageHit({ ...unknown, hasReached: true }, span)).toBeNull();
  });

  it("kept from being dialled whose carrier had no use of the account, and nobody whom it only slowed down", () => {
    const canceled = { ...lost, outcome: "canceled", wasAccountRefused: true };
    expect(findOutageHit(canceled, span)).toBe("not_dialled");
    expect(findOutageHit({ ...canceled, wasAccountRefused: false }, span)).toBeNull();
  });

  it("hits nobody whose last call has another end, is not over, or was stopped by a rule, whatever else is known", () => {
    const others = fc.constantFrom(
      "answered",
      "voicemail",
      "busy",
      "no_answer",
      "rejected",
      "opted_out",
      "blocked_dnc",
    );
    fc.assert(
      fc.property(others, fc.boolean(), fc.boolean(), fc.nat(3000), (outcome, isKnownToCarrier, hasReached, at) => {
        const attempt = { ...lost, requestedAtMs: at, endedAtMs: at + 10, isKnownToCarrier, hasReached };
        expect(findOutageHit({ ...attempt, outcome }, span)).toBeNull();
        expect(findOutageHit({ ...attempt, endedAtMs: null }, span)).toBeNull();
        expect(findOutageHit({ ...attempt, requestedAtMs: null }, span)).toBeNull();
      }),
    );
  });
});

describe("a back-fill", () => {
  it("is left those who are over and not answered, and in a campaign that is over those who still wait", () => {
    const finished = { state: "finished", answered: false };
    expect(isLeftToBackFill(finished, "running")).toBe(true);
    expect(isLeftToBackFill({ ...finished, answered: true }, "completed")).toBe(false);
    const waiting = { state: "waiting_retry", answered: false };
    expect(isLeftToBackFill(waiting, "running")).toBe(false);
    expect(isLeftToBackFill(waiting, "canceled")).toBe(true);
    expect(isLeftToBackFill({ state: "suppressed", answered: false }, "canceled")).toBe(false);
    expect(isLeftToBackFill({ state: "in_flight", answered: false }, "canceled")).toBe(false);
  });

  it("is of a span that is over, of a campaign that has begun", () => {
    expect(explainWrongSpan({ fromMs: 2, toMs: 2 }, 9)).toContain("after its beginning");
    expect(explainWrongSpan({ fromMs: 2, toMs: 10 }, 9)).toContain("must be over");
    expect(explainWrongSpan({ fromMs: 2, toMs: 9 }, 9)).toBeNull();
    expect(explainBackFillRefusal("draft")).toContain("start it");
    for (const state of ["running", "paused", "failed", "completed", "canceled"] as const)
      expect(explainBackFillRefusal(state)).toBeNull();
  });

  it("a back-fill that would call nobody says why", () => {
    const nobody = { notDialled: 0, endUnknown: 0, underWay: 0, calledAgain: 0 };
    expect(explainEmptyBackFill({ ...nobody, notDialled: 1 })).toBeNull();
    expect(explainEmptyBackFill({ ...nobody, endUnknown: 1, calledAgain: 2 })).toBeNull();
    expect(explainEmptyBackFill({ ...nobody, notDialled: 1, underWay: 2 })).toContain(
      "2 calls of that span are not over",
    );
    expect(explainEmptyBackFill({ ...nobody, calledAgain: 2 })).toContain(
      "all 2 contacts that it hit were called again already",
    );
    expect(explainEmptyBackFill(nobody)).toContain("no contact's latest call failed to reach the carrier");
  });
});
