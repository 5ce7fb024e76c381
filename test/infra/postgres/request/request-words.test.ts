import { expect, it } from "@jest/globals";
import { readRequestWords } from "../../../../infra/postgres/request/request-progress.ts";

it("the words of a request are cut between characters: the call that follows it stores them as JSON", () => {
  const words = readRequestWords({ subject: { text: `${"x".repeat(199)}😀 may I?` } });
  expect(words).toBe("x".repeat(199));
});
