import { expect, it } from "@jest/globals";
import { isSessionMode } from "../../../domain/call/session-modes.rules.ts";

it.each([
  ["textchat", true],
  ["smallwebrtc", true],
  ["webrtc", false],
  ["twilio", false],
  ["simulator", false],
])("a run of the mode %s is without a telephone: %s", (mode, isSession) => {
  expect(isSessionMode(mode)).toBe(isSession);
});
