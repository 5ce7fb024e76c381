import { expect, it } from "@jest/globals";
import { createRelayTurns } from "../../../../api/conversations/relay/relay-turns.ts";
import { createSpeechClock } from "../../../../api/conversations/relay/speech-clock.ts";
import { createLogger } from "../../../../infra/logger.ts";

const countTimers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

it("waits for nothing that is asked of a connection that has ended", () => {
  const turns = createRelayTurns(
    createSpeechClock({ isInstant: true }),
    createLogger("api", { level: "silent", secrets: [] }),
  );
  const before = countTimers();
  turns.later(() => {}, 60_000);
  expect(countTimers()).toBe(before + 1);
  turns.stop();
  turns.later(() => {}, 60_000);
  expect(countTimers()).toBe(before);
});
