import { expect, it } from "@jest/globals";
import { isSessionMode, MODES_OF_CHANNEL } from "../../../domain/call/modes-and-channels.rules.ts";

it.each([
  ["textchat", true],
  ["smallwebrtc", true],
  ["webrtc", false],
  ["twilio", false],
  ["simulator", false],
])("a run of the mode %s is without a telephone: %s", (mode, isSession) => {
  expect(isSessionMode(mode)).toBe(isSession);
});

it("runs in the browser and in text have their modes; every other mode is a telephone's", () => {
  expect(MODES_OF_CHANNEL).toEqual({ web: ["smallwebrtc", "webrtc"], chat: ["textchat"] });
});
