import { expect, it } from "@jest/globals";
import { readFetchedVariables, VARIABLES_WITHIN_MS } from "../../../domain/call/pre-call-fetch.ts";

it("a person waits two seconds for the variables of an organization's own system", () => {
  expect(VARIABLES_WITHIN_MS).toBe(2000);
});

it.each([
  ["an object", 200, `{"plan":"gold","seats":3}`, { variables: { plan: "gold", seats: 3 } }],
  ["an empty one", 204, "{}", { variables: {} }],
  ["a list", 200, "[1]", { fault: "its answer is no JSON object" }],
  ["null", 200, "null", { fault: "its answer is no JSON object" }],
  ["nothing", 204, "", { fault: "its answer is no JSON object" }],
  ["a page", 200, "<html>", { fault: "its answer is no JSON object" }],
  ["a redirect", 302, "{}", { fault: "it answered with status 302" }],
  ["an error", 500, `{"plan":"gold"}`, { fault: "it answered with status 500" }],
])("it answers with %s", (_, status, body, read) => {
  expect(readFetchedVariables({ status, body })).toEqual(read);
});
