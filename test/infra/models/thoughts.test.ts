import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { createThoughtRemover } from "../../../infra/models/thoughts.ts";

const remove = (pieces: readonly string[], holds: boolean): string => {
  const { push, flush } = createThoughtRemover({ holds });
  return pieces.map(push).join("") + flush();
};

it.each([
  ["<think>a</think>b", "b"],
  ["a<THINK>b</Think>c", "ac"],
  ["a</think>b", "b"],
  ["<|channel|>analysis<|message|>a<|channel|>final<|message|>b", "b"],
  ["[THINK]a[/THINK]b", "b"],
  ["<think>a", ""],
  ["İ<think>a</think>b", "İb"],
  ["a < b <thin", "a < b <thin"],
])("of %j %j is left", (reply, left) => {
  expect(remove([reply], true)).toBe(left);
});

it("leaves the same however the reply is cut", () => {
  const part = fc.constantFrom(
    "<think>",
    "</think>",
    "<thinking>",
    "[think]",
    "[/think]",
    "<",
    "th",
    "a",
    "é",
    "İ",
    " ",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, holds) => {
      const reply = parts.join("");
      expect(remove(reply.split(""), holds)).toBe(remove([reply], holds));
    }),
    { numRuns: 1_000 },
  );
});
