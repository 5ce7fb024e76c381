import { describe, expect, it } from "@jest/globals";
import { createLongAnswers } from "../../../../api/http/load/long-answers.ts";

const MEGABYTE = 1_048_576;

describe("long answers of an organization", () => {
  const open = () => {
    let nowMs = 0;
    const { begin } = createLongAnswers(() => nowMs);
    const read = (organizationId: number, operationId: string, bytes: number) =>
      begin(organizationId, operationId)(bytes);
    const isRefused = (organizationId: number, operationId: string): number | null => {
      try {
        begin(organizationId, operationId)(0);
        return null;
      } catch (error) {
        expect(error).toMatchObject({ status: 429, detail: expect.stringContaining("more than 2 MB a second") });
        return Number(Reflect.get(Object(Reflect.get(Object(error), "headers")), "Retry-After"));
      }
    };
    return { begin, read, isRefused, pass: (seconds: number) => (nowMs += seconds * 1000) };
  };

  it("are 16 MB at once and then 2 MB a second; the operations that gave them wait, others and other organizations do not", () => {
    const { read, isRefused, pass } = open();
    for (let page = 0; page < 2; page += 1) read(1, "runs", 10 * MEGABYTE);
    expect([isRefused(1, "runs"), isRefused(1, "campaigns.get"), isRefused(2, "runs")]).toEqual([2, null, null]);
    pass(1);
    expect(isRefused(1, "runs")).toBe(1);
    pass(1);
    expect(isRefused(1, "runs")).toBe(null);
    read(1, "contacts", 2 * MEGABYTE);
    expect([isRefused(1, "runs"), isRefused(1, "contacts")]).toEqual([1, 1]);
    pass(9);
    expect([isRefused(1, "runs"), isRefused(1, "contacts")]).toEqual([null, null]);
  });

  it("count before they are made, as long as the last one was, so that many that begin together are not all let in", () => {
    const { begin, read, isRefused } = open();
    read(1, "runs", 9 * MEGABYTE);
    const count = begin(1, "runs");
    expect(isRefused(1, "runs")).toBe(1);
    count(1 * MEGABYTE);
    count(9 * MEGABYTE);
    expect(isRefused(1, "runs")).toBe(null);
  });

  it("are those of more than 64 KB: shorter ones count as requests alone", () => {
    const { read, isRefused } = open();
    for (let page = 0; page < 10_000; page += 1) read(1, "runs", 65_536);
    expect(isRefused(1, "runs")).toBe(null);
  });
});
