import { expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { isJudged, judgedIds, listConsequences } from "../../../domain/access/consequences.ts";

const find = (id: string) => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
};

it("every operation that changes something with credentials says what it brings about", () => {
  const unknown = operations.filter((operation) => operation.permission !== "public" && !isJudged(operation));
  expect(unknown.map(({ id }) => id)).toEqual([]);
});

it("the list names no operation that is not there", () => {
  const ids = new Set(operations.map(({ id }) => id));
  expect(judgedIds.filter((id) => !ids.has(id))).toEqual([]);
});

it("every deletion deletes", () => {
  const deletions = operations.filter(({ method, permission }) => method === "delete" && permission !== "public");
  const harmless = deletions.filter((operation) => !listConsequences(operation).includes("deletes"));
  expect(harmless.map(({ id }) => id)).toEqual([]);
});

it("an operation that dials is told first, and reading never needs to be", () => {
  for (const id of [
    "campaigns.start",
    "campaigns.resume",
    "campaigns.redial",
    "campaigns.backFill",
    "calls.start",
    "calls.initiate",
  ])
    expect(listConsequences(find(id))).toContain("dials");
  for (const operation of operations.filter(({ method }) => method === "get"))
    expect(listConsequences(operation)).toEqual([]);
});

it("an operation that nobody has judged is treated as the worst", () => {
  const unknown = { id: "moons.launch", method: "post", sandbox: "own" };
  expect(isJudged(unknown)).toBe(false);
  expect(listConsequences(unknown)).toEqual(["dials", "spends", "deletes", "publishes"]);
});

it.each([
  ["channels.settleAction", { decision: "decline" }, { decision: "confirm" }],
  ["channels.settleEdit", { decision: "discard" }, { decision: "publish" }],
  ["agents.setStatus", { status: "active" }, { status: "archived" }],
  ["campaigns.redial", { start: false }, { start: true }],
  ["campaigns.backFill", { start: false }, { start: true }],
])("%s is harmless with %j, but not with %j or without a word of it", (id, harmless, harmful) => {
  expect(listConsequences(find(id), harmless)).toEqual([]);
  expect(listConsequences(find(id), harmful)).not.toEqual([]);
  expect(listConsequences(find(id))).not.toEqual([]);
});

it("a change of a campaign dials where it moves or removes its start, and is harmless otherwise", () => {
  const update = find("campaigns.update");
  expect(listConsequences(update, { starts_at: { at: "2026-12-01T09:00:00Z" } })).toEqual(["dials"]);
  expect(listConsequences(update, { unset: ["starts_at"] })).toEqual(["dials"]);
  expect(listConsequences(update, { name: "Another", unset: ["budget"] })).toEqual([]);
});
