import { describe, expect, it } from "@jest/globals";
import { createRelayTurns } from "../../../../api/conversations/relay/relay-turns.ts";
import { createSpeechClock } from "../../../../api/conversations/relay/speech-clock.ts";
import type { Conversation, TurnReport } from "../../../../domain/conversation/conversation.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const countTimers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;

const createTurns = () => {
  let stuck = 0;
  const turns = createRelayTurns({
    clock: createSpeechClock({ isInstant: true }),
    logger: createLogger("api", { level: "silent", secrets: [] }),
    onStuck: () => (stuck += 1),
  });
  return { turns, timesStuck: () => stuck };
};

const openTurns = () => {
  const unused = () => Promise.reject(new Error("no turn of this test uses it"));
  const conversation: Conversation = {
    facts: {
      ...{ runId: 1, runUuid: "run", organizationId: 1, agentId: 1, language: "en-US", isOver: false },
      endsAt: new Date(Date.now() + 3_600_000),
    },
    ...{ begin: unused, hear: unused, interrupted: unused, machineDetected: unused, answererSpeaks: unused },
    ...{ hearNews: unused, transferEnded: unused, timeIsUp: unused, fallSilent: unused, supervisorSays: unused },
    ...{ handedBack: unused, personLeft: unused, stop: unused },
  };
  const created = createTurns();
  created.turns.open(conversation, { latestEnd: null });
  return created;
};
const fail = () => Promise.reject<TurnReport>(new Error("no connection to the database became free"));
const untilQuiet = ({ turns }: ReturnType<typeof createTurns>) => waitUntil("no turn is under way", turns.isQuiet);

it("waits for nothing that is asked of a connection that has ended", () => {
  const { turns } = createTurns();
  const before = countTimers();
  turns.later(() => {}, 60_000);
  expect(countTimers()).toBe(before + 1);
  turns.stop();
  turns.later(() => {}, 60_000);
  expect(countTimers()).toBe(before);
});

describe("a turn that fails", () => {
  it("leaves nobody on a line on which nothing is said and nothing awaited", async () => {
    const opened = openTurns();
    opened.turns.carryOut(fail);
    await untilQuiet(opened);
    expect(opened.timesStuck()).toBe(1);
    opened.turns.stop();
  });

  it("is left to another turn that is still under way, and to the silence after one that has let the person speak", async () => {
    const opened = openTurns();
    const other = Promise.withResolvers<void>();
    opened.turns.carryOut(fail);
    opened.turns.carryOut(async () => {
      await other.promise;
      opened.turns.awaitSilence({ silenceSeconds: 60, interruptible: true });
    });
    await new Promise((resolve) => setImmediate(resolve));
    other.resolve();
    await untilQuiet(opened);
    opened.turns.carryOut(fail);
    await untilQuiet(opened);
    expect(opened.timesStuck()).toBe(0);
    opened.turns.stop();
  });

  it("closes no connection that has ended meanwhile", async () => {
    const opened = openTurns();
    opened.turns.carryOut(() => {
      opened.turns.stop();
      return fail();
    });
    await untilQuiet(opened);
    expect(opened.timesStuck()).toBe(0);
  });
});
