import { expect, it } from "@jest/globals";
import type { RequestKind } from "../../../domain/request/request.rules.ts";
import { listRolesThatSettle, wasAnsweredBefore } from "../../../domain/request/who-may-answer.rules.ts";

it.each<[RequestKind, string[]]>([
  ["question", ["operator", "supervisor", "admin", "owner"]],
  ["action", ["operator", "supervisor", "admin", "owner"]],
  ["edit", ["admin", "owner"]],
  ["secret", ["admin", "owner"]],
])("a request of the kind %s is answered by %j", (kind, roles) => {
  expect(listRolesThatSettle(kind)).toEqual(roles);
});

it.each([
  ["settled", "user:7", true],
  ["settled", null, false],
  ["expired", null, false],
] as const)("a request that is %s by %s was answered before: %s", (state, settled_by, isAnswered) => {
  expect(wasAnsweredBefore({ state, settled_by })).toBe(isAnswered);
});
