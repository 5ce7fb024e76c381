import { expect, it } from "@jest/globals";
import type { RequestKind } from "../../../domain/request/request.rules.ts";
import {
  explainLateAnswer,
  explainUndoneBefore,
  listRolesThatSettle,
} from "../../../domain/request/who-may-answer.rules.ts";

it.each<[RequestKind, string[]]>([
  ["question", ["operator", "supervisor", "admin", "owner"]],
  ["action", ["operator", "supervisor", "admin", "owner"]],
  ["edit", ["admin", "owner"]],
  ["secret", ["admin", "owner"]],
])("a request of the kind %s is answered by %j", (kind, roles) => {
  expect(listRolesThatSettle(kind)).toEqual(roles);
});

const closed = {
  kind: "question",
  decision: null,
  settled_at: null,
  expires_at: new Date("2026-12-01T10:00Z"),
} as const;

it("an answer after the first one is told who was first, and when", () => {
  const settled = {
    ...closed,
    state: "settled",
    decision: "answered",
    settled_at: new Date("2026-12-01T09:00Z"),
  } as const;
  expect(explainLateAnswer(settled, "Ada")).toEqual({
    code: "request_settled",
    sentence: "Ada was first: answered at 2026-12-01T09:00:00.000Z",
  });
  expect(explainUndoneBefore({ undone_at: null }, "Ada")).toBe("Ada was first: undone at an earlier time");
});

it("an answer after the end is told that it came too late", () => {
  const expired = {
    code: "request_expired",
    sentence: "Question expired at 2026-12-01T10:00:00.000Z: it can no longer be answered",
  };
  expect(explainLateAnswer({ ...closed, state: "expired" }, "Ada")).toEqual(expired);
  expect(explainLateAnswer({ ...closed, state: "settled" }, null)).toEqual(expired);
});
