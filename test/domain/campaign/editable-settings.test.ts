import { describe, expect, it } from "@jest/globals";
import { explainFixedRhythm } from "../../../domain/campaign/editable-settings.ts";

const recurrence = { rule: "FREQ=DAILY" };
const draft = { state: "draft", recurrence: null, enrolment: "snapshot", source_type: "contact_list" } as const;
const recurring = { ...draft, recurrence };
const at = { at: "2026-12-01T10:00:00Z" };

describe("the rhythm of a campaign", () => {
  it("may change in a draft, and stays what it is in a campaign that is scheduled or paused", () => {
    expect(explainFixedRhythm(draft, { recurrence, unset: [] })).toBeNull();
    expect(explainFixedRhythm(recurring, { unset: ["recurrence"] })).toBeNull();
    const refusal = expect.stringMatching(/as a draft alone/);
    expect(explainFixedRhythm({ ...draft, state: "paused" }, { recurrence, unset: [] })).toEqual(refusal);
    expect(explainFixedRhythm({ ...recurring, state: "scheduled" }, { unset: ["recurrence"] })).toEqual(refusal);
    expect(explainFixedRhythm({ ...recurring, state: "scheduled" }, { recurrence, unset: [] })).toBeNull();
  });

  it("keeps a recurring campaign from a start and an end, from joining, and from a file", () => {
    expect(explainFixedRhythm(recurring, { starts_at: at, unset: [] })).toMatch(/the times of its rule/);
    expect(explainFixedRhythm(recurring, { ends_at: at, unset: [] })).toMatch(/the times of its rule/);
    expect(explainFixedRhythm(recurring, { enrolment: "live", unset: [] })).toMatch(/nobody joins it/);
    expect(explainFixedRhythm({ ...recurring, source_type: "csv" }, { unset: [] })).toMatch(/and no file/);
    expect(explainFixedRhythm(draft, { starts_at: at, enrolment: "live", unset: [] })).toBeNull();
  });
});
