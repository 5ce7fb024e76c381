import { expect, it } from "@jest/globals";
import { isShownDraft, shortenDifference } from "../../../domain/request/proposed-edit.ts";

it.each([
  ["as it was shown", { version: 3, hash: "a1" }, true],
  ["of another version", { version: 4, hash: "a1" }, false],
  ["with another content", { version: 3, hash: "b2" }, false],
])("a draft %s is the one that people decide on: %p", (_, draft, isShown) => {
  expect(isShownDraft({ draft_version: 3, draft_hash: "a1", reason: "why" }, draft)).toBe(isShown);
});

it("a subject that names no draft is of none", () => {
  expect(isShownDraft({}, { version: 1, hash: "a1" })).toBe(false);
});

it("texts of a difference are cut at 4,000, and other values are left", () => {
  const node = (before: unknown, after: unknown) => ({
    id: "hello",
    name: "Hello",
    change: "changed" as const,
    fields: [{ field: "prompt", before, after }],
  });
  const { nodes, edges } = shortenDifference({ nodes: [node("x".repeat(4_001), "y")], edges: [node(null, 5)] });
  expect(String(nodes[0]?.fields[0]?.before).length).toBeLessThanOrEqual(4_000);
  expect(nodes[0]?.fields[0]?.after).toBe("y");
  expect(edges).toEqual([node(null, 5)]);
});
