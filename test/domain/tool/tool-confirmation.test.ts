import { expect, it } from "@jest/globals";
import { findConfirmationFault } from "../../../domain/tool/tool-confirmation.ts";

it.each(["http_api", "mcp", "connector"] as const)(
  "calls of a tool of the category %s are confirmed by people",
  (type) => {
    expect(findConfirmationFault({ type })).toBeNull();
  },
);

it.each(["calculator", "end_call"] as const)("calls of a tool of the category %s are not", (type) => {
  expect(findConfirmationFault({ type })).toBe(
    "Only tools of the categories http_api, mcp and connector are confirmed by people",
  );
});
