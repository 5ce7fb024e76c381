import { expect, it } from "@jest/globals";
import { chooseLogLevel } from "../../../infra/temporal/choose-log-level.ts";

it.each([
  ["ERROR", "No workflows registered, not polling for workflow tasks", "error"],
  ["WARN", "Failing workflow task", "warn"],
  ["WARN", "No workflows registered, not polling for workflow tasks", "debug"],
  ["INFO", "Worker state changed", "debug"],
] as const)("logs a line of the SDK with the level %s, %p, as %s", (level, message, expected) => {
  expect(chooseLogLevel({ level, message })).toBe(expected);
});
