import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";

it("a module of test/ is evaluated for each test file, and a module of the product once", () => {
  expect(import.meta.resolve("../harness/wait-until.ts")).toMatch(
    /\/test\/harness\/wait-until\.ts\?in=architecture\/test-modules\.test\.ts$/,
  );
  expect(import.meta.resolve("../../infra/clock.ts")).toMatch(/\/infra\/clock\.ts$/);
});

it("errors of Node are errors of the test file too", () => {
  expect(() => readFileSync("absent")).toThrow(Error);
});
