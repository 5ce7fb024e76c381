import { expect, it } from "@jest/globals";
import { readProposedAction, readProposedEdit } from "../../../domain/assistant/read-proposal.ts";

const change = { step: "Hello", field: "greeting", text: " Good day " };
const edit = { agent: "Ada", reason: "People asked for it", changes: [change] };

it("a change names its agent, the reason, and the new text of each step", () => {
  expect(readProposedEdit(edit)).toEqual({ ...edit, changes: [{ ...change, text: "Good day" }] });
});

it.each([
  ["nothing", undefined],
  ["no reason", { ...edit, reason: " " }],
  ["no change", { ...edit, changes: [] }],
  ["more than twenty", { ...edit, changes: Array(21).fill(change) }],
  ["another field", { ...edit, changes: [{ ...change, field: "name" }] }],
])("a change with %s is none", (_, given) => {
  expect(readProposedEdit(given)).toBeNull();
});

it("a call names its tool and says what it is for; arguments that are none are empty", () => {
  const action = { tool: "book", arguments: { day: "monday" }, summary: "Book Monday" };
  expect(readProposedAction(action)).toEqual(action);
  expect(readProposedAction({ ...action, arguments: "monday" })).toEqual({ ...action, arguments: {} });
  expect(readProposedAction({ tool: "book" })).toBeNull();
});
