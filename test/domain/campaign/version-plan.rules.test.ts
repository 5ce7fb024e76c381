import { describe, expect, it } from "@jest/globals";
import { choosePlanned, listGoingOn, planVersions, stopVersion } from "../../../domain/campaign/version-plan.rules.ts";

const now = new Date("2026-03-02T10:00:00Z");
const weights = [1, 2, 3].map((version) => ({ version, version_id: version * 10, weight: 1 }));
const plan = planVersions(weights, { before: null, now });
const VERDICT = { version: 2, people: 300, hits: 90, othersPeople: 600, othersHits: 300, evidence: 80, needed: 60 };
const stopped = stopVersion(plan, VERDICT, { metric: "answer_rate", now: new Date("2026-03-02T11:00:00Z") });

const idsAt = (places: readonly number[], of = plan) =>
  places.map((position) => choosePlanned(of, { calledWith: null, position }));

describe("versions side by side", () => {
  it("begin to be compared when they are planned, and none is stopped then", () => {
    expect(plan.since).toBe("2026-03-02T10:00:00.000Z");
    expect(plan.versions).toEqual(weights.map((each) => ({ ...each, stopped: null })));
    expect(idsAt([0.1, 0.5, 0.9])).toEqual([10, 20, 30]);
  });

  it("leave people where the plan before had them", () => {
    const heavier = planVersions(
      weights.map((each) => (each.version === 3 ? { ...each, weight: 2 } : each)),
      { before: plan, now },
    );
    expect(idsAt([0.1, 0.2, 0.3, 0.35, 0.5, 0.6, 0.9], heavier)).toEqual([10, 10, 30, 20, 20, 30, 30]);
  });

  it("keep the figures by which the guard stopped one, whose people the others share", () => {
    expect(stopped.since).toBe(plan.since);
    expect(stopped.versions.map((each) => each.stopped)).toEqual([
      null,
      {
        at: "2026-03-02T11:00:00.000Z",
        metric: "answer_rate",
        people: 300,
        hits: 90,
        others_people: 600,
        others_hits: 300,
        evidence: 80,
        needed: 60,
      },
      null,
    ]);
    expect(listGoingOn(stopped).map(({ version }) => version)).toEqual([1, 3]);
    expect(idsAt([0.1, 0.4, 0.6, 0.9], stopped)).toEqual([10, 10, 30, 30]);
  });

  it("stay with somebody who is called again, unless theirs was stopped or taken out", () => {
    expect(choosePlanned(plan, { calledWith: 30, position: 0.1 })).toBe(30);
    expect(choosePlanned(stopped, { calledWith: 20, position: 0.4 })).toBe(10);
    expect(choosePlanned(plan, { calledWith: 99, position: 0.5 })).toBe(20);
    expect(choosePlanned({ ...plan, versions: [], shares: [] }, { calledWith: 10, position: 0.5 })).toBeNull();
  });
});
