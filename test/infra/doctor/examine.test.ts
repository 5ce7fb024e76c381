import { describe, expect, it } from "@jest/globals";
import { judgeClock } from "../../../infra/doctor/clock-gap.ts";
import { describeError, examine } from "../../../infra/doctor/examine.ts";
import { fault, good, warning } from "../../../infra/doctor/finding.ts";
import { writeReport } from "../../../infra/doctor/report.ts";

describe("an examination", () => {
  it("names a part that refuses or does not answer, beside those that do", async () => {
    const refused = new Error("the login was refused", { cause: new Error("28P01") });
    const findings = await examine(
      [
        { part: "One", look: async () => [good("It is there"), warning("It is old", "Renew it")] },
        { part: "Two", look: () => Promise.reject(refused) },
        { part: "Three", look: () => new Promise(() => {}) },
      ],
      20,
    );
    expect(findings).toMatchObject([
      { part: "One", level: "good" },
      { part: "One", level: "warning", remedy: "Renew it" },
      { part: "Two", level: "fault", text: "the login was refused: 28P01" },
      { part: "Three", level: "fault", text: "No answer within 0.02 s" },
    ]);
  });

  it("says why no address of a name was reached", () => {
    const reasons = [new Error("connect ECONNREFUSED ::1:5432"), new Error("connect ECONNREFUSED 127.0.0.1:5432")];
    expect(describeError(new AggregateError(reasons, ""))).toBe(
      "connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432",
    );
  });

  it("is reported line by line, with what mends each and a sum", () => {
    const findings = [
      { part: "Mail", ...good("It is there") },
      { part: "Disk", ...fault("0.0 GB are free", "Make room") },
    ];
    expect(writeReport(findings).split("\n")).toEqual([
      "ok       Mail: It is there",
      "FAULT    Disk: 0.0 GB are free",
      "         Make room",
      "",
      "1 faults, 0 warnings, 1 good.",
    ]);
  });
});

describe("another clock", () => {
  const ours = new Date("2026-03-02T10:00:00.000Z");
  const later = (seconds: number) => new Date(ours.getTime() + seconds * 1000);

  it.each([
    [0.9, 0, "good"],
    [-0.9, 0, "good"],
    [1.1, 0, "warning"],
    [-59, 0, "warning"],
    [60.5, 0, "fault"],
    [-3600, 0, "fault"],
    // Read in whole seconds.
    [1.9, 1, "good"],
    [2.1, 1, "warning"],
  ])("%d s away, read to %d s, is judged %s", (seconds, toSeconds, level) => {
    expect(judgeClock(later(seconds), { ours, toSeconds }).level).toBe(level);
  });
});
