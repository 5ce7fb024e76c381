import { defineOperation } from "../http/operation.ts";
import { listMissedCalls } from "./list-missed-calls.ts";
import { missedCallsAnswer, missedCallsQuery } from "./missed-calls.schemas.ts";

export const listMissedCallsOperation = defineOperation({
  id: "numbers.missed.list",
  area: "Numbers",
  method: "get",
  path: "/missed-calls",
  summary: "Callers who rang and were not answered",
  permission: "viewer",
  sandbox: "read",
  query: missedCallsQuery,
  success: { status: 200, description: "One page, newest first", body: missedCallsAnswer },
  run: listMissedCalls,
});
