import { expect, it } from "@jest/globals";
import { MODES_OF_CHANNEL } from "../../../domain/call/channel.ts";

it("runs in the browser and in text have their modes; every other mode is a telephone's", () => {
  expect(MODES_OF_CHANNEL).toEqual({ web: ["smallwebrtc", "webrtc"], chat: ["textchat"] });
});
