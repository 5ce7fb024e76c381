import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { createSubscribedSpeaker } from "../../../media/speaking/subscribed-speaker.ts";

const NEVER_MS = 1_000_000;
const FRAME = new Int16Array(480);

const open = ({ withinMs }: { withinMs: number }) => {
  const played: Int16Array[] = [];
  const left = new AbortController();
  let warnings = 0;
  const person = Promise.withResolvers<void>();
  const unheard = Promise.withResolvers<string>();
  const speaker = createSubscribedSpeaker(
    {
      play: async (samples) => void played.push(samples),
      waitingMs: () => 0,
      clear: () => {},
      silence: () => Promise.resolve(),
    },
    {
      subscribed: person.promise,
      left: left.signal,
      withinMs,
      sampleRate: 24_000,
      onNobody: () => {
        warnings += 1;
        unheard.resolve("said all the same");
      },
    },
  );
  return {
    speaker,
    played,
    subscribe: person.resolve,
    unheard: unheard.promise,
    leave: () => left.abort(),
    warnings: () => warnings,
  };
};

describe("the agent's first sound", () => {
  it("goes out when somebody receives it, and no sooner", async () => {
    const { speaker, played, subscribe } = open({ withinMs: NEVER_MS });
    const said = speaker.play(FRAME);
    await new Promise(setImmediate);
    expect([played, speaker.waitingMs()]).toEqual([[], 20]);
    subscribe();
    await said;
    expect(speaker.waitingMs()).toBe(0);
    await speaker.play(FRAME);
    expect(played).toHaveLength(2);
  });

  it("goes out all the same where nobody receives it in time, which is told", async () => {
    const { speaker, played, unheard } = open({ withinMs: 1 });
    await speaker.play(FRAME);
    expect(played).toHaveLength(1);
    expect(await unheard).toBe("said all the same");
  });

  it("is not played any more where it was dropped before somebody receives it", async () => {
    const { speaker, played, subscribe } = open({ withinMs: NEVER_MS });
    const dropped = speaker.play(FRAME);
    speaker.clear();
    const again = new Int16Array(240);
    const said = speaker.play(again);
    expect(speaker.waitingMs()).toBe(10);
    subscribe();
    await Promise.all([dropped, said]);
    expect([played, speaker.waitingMs()]).toEqual([[again], 0]);
  });

  it("is what begins the time in which somebody has to receive it", async () => {
    const { speaker, unheard, warnings } = open({ withinMs: 1 });
    // A timer of the same length that had begun when the room was joined would end before this one.
    await delay(1);
    expect(warnings()).toBe(0);
    await speaker.play(FRAME);
    await unheard;
    expect(warnings()).toBe(1);
  });

  it("waits for nobody any more when the room was left, of which nothing is told", async () => {
    const { speaker, played, leave, warnings } = open({ withinMs: NEVER_MS });
    const said = speaker.play(FRAME);
    leave();
    await said;
    await speaker.play(FRAME);
    expect([played, warnings()]).toEqual([[], 0]);
  });
});
