import { describe, expect, it } from "@jest/globals";
import { createLongAnswers } from "../../../api/http/long-answers.ts";

const MEGABYTE = 1_048_576;

describe("long answers of an organization", () => {
  const open = () => {
    let nowMs = 0;
    const answers = createLongAnswers(() => nowMs);
    const isRefused = (organizationId: number, operationId: string): number | null => {
      try {
        answers.requireRoom(organizationId, operationId);
        return null;
      } catch (error) {
        expect(error).toMatchObject({ status: 429, detail: expect.stringContaining("more than 2 MB a second") });
        return Number(Reflect.get(Object(Reflect.get(Object(error), "headers")), "Retry-After"));
      }
    };
    return { ...answers, isRefused, pass: (seconds: number) => (nowMs += seconds * 1000) };
  };

  it("are 32 MB at once and then 2 MB a second; the operations that gave them wait, others and other organizations do not", () => {
    const { count, isRefused, pass } = open();
    for (let page = 0; page < 6; page += 1) count(1, { operationId: "runs", bytes: 6 * MEGABYTE });
    expect([isRefused(1, "runs"), isRefused(1, "campaigns.get"), isRefused(2, "runs")]).toEqual([2, null, null]);
    pass(1);
    expect(isRefused(1, "runs")).toBe(1);
    pass(1);
    expect(isRefused(1, "runs")).toBe(null);
    count(1, { operationId: "contacts", bytes: 2 * MEGABYTE });
    expect([isRefused(1, "runs"), isRefused(1, "contacts")]).toEqual([1, 1]);
    pass(17);
    expect([isRefused(1, "runs"), isRefused(1, "contacts")]).toEqual([null, null]);
  });

  it("are those of more than 64 KB: shorter ones count as requests alone", () => {
    const { count, isRefused } = open();
    for (let page = 0; page < 10_000; page += 1) count(1, { operationId: "runs", bytes: 65_536 });
    expect(isRefused(1, "runs")).toBe(null);
  });
});
