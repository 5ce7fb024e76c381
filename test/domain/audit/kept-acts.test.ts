import { expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import {
  ACT_KINDS,
  AUDIT_DAYS,
  decideAct,
  isChange,
  LONGEST_USER_AGENT,
  LOOK_AGAIN_AFTER_MS,
  READS,
} from "../../../domain/audit/kept-acts.ts";

it("every operation that reads says what the audit keeps of it, and no other does", () => {
  const reads = operations.filter((operation) => !isChange(operation) && !operation.area.includes("callbacks"));
  expect(Object.keys(READS).sort()).toEqual(reads.map(({ id }) => id).sort());
});

it("every change is an act", () => {
  const unkept = operations.filter((operation) => isChange(operation) && decideAct(operation) === null);
  expect(unkept).toEqual([]);
});

it.each([
  ["logout", "logged_out"],
  ["account.changePassword", "password_changed"],
  ["account.removeSecondFactor", "second_factor_changed"],
  ["keys.create", "key_made"],
  ["people.preview", "looked_at_person"],
  ["campaigns.start", "changed"],
  ["contacts.list", "looked_at_person"],
  ["calls.original", "looked_at_original"],
  ["calls.artifact", "downloaded"],
  ["campaigns.report", "exported"],
  ["agents.webhookSecret", "secret_read"],
  ["campaigns.summary", null],
])("the audit keeps of %s: %s", (id, kind) => {
  const operation = operations.find((each) => each.id === id);
  expect(operation && decideAct(operation)).toBe(kind);
  if (kind !== null) expect(ACT_KINDS).toContain(kind);
});

it("an operation that only reads is no change, whatever its method", () => {
  const operation = { id: "x", method: "post", sandbox: "own" };
  expect(isChange(operation)).toBe(true);
  expect(isChange({ ...operation, method: "get" })).toBe(false);
  expect(isChange({ ...operation, sandbox: "read" })).toBe(false);
});

it("the audit has fourteen kinds of acts, keeps them for 400 days, and takes an hour of looks for one", () => {
  const others = ["logged_in", "log_in_failed", "key_used_from_new_network", "called_over_mcp"];
  for (const kind of others) expect(ACT_KINDS).toContain(kind);
  expect(ACT_KINDS).toHaveLength(14);
  expect([AUDIT_DAYS, LOOK_AGAIN_AFTER_MS, LONGEST_USER_AGENT]).toEqual([400, 3_600_000, 200]);
});
