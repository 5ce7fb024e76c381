import { expect, it } from "@jest/globals";
import { listRolesThatSettle, type RequestKind } from "../../../domain/request/request.rules.ts";

it.each<[RequestKind, string[]]>([
  ["question", ["operator", "supervisor", "admin", "owner"]],
  ["action", ["operator", "supervisor", "admin", "owner"]],
  ["edit", ["admin", "owner"]],
  ["secret", ["admin", "owner"]],
])("a request of the kind %s is answered by %j", (kind, roles) => {
  expect(listRolesThatSettle(kind)).toEqual(roles);
});
