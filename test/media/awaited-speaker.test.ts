import { describe, expect, it } from "@jest/globals";
import { awaitListener } from "../../media/awaited-speaker.ts";

const NEVER_MS = 1_000_000;
const FRAME = new Int16Array(480);

const open = ({ withinMs }: { withinMs: number }) => {
  const played: Int16Array[] = [];
  const person = Promise.withResolvers<void>();
  const unheard = Promise.withResolvers<string>();
  const speaker = awaitListener(
    {
      play: async (samples) => void played.push(samples),
      waitingMs: () => 0,
      clear: () => {},
      silence: () => Promise.resolve(),
    },
    { subscribed: person.promise, withinMs, onNobody: () => unheard.resolve("said all the same") },
  );
  return { speaker, played, subscribe: person.resolve, unheard: unheard.promise };
};

describe("the agent's first sound", () => {
  it("goes out when somebody receives it, and no sooner", async () => {
    const { speaker, played, subscribe } = open({ withinMs: NEVER_MS });
    const said = speaker.play(FRAME);
    await new Promise(setImmediate);
    expect(played).toEqual([]);
    subscribe();
    await said;
    await speaker.play(FRAME);
    expect(played).toHaveLength(2);
  });

  it("goes out all the same where nobody receives it in time, which is told", async () => {
    const { speaker, played, unheard } = open({ withinMs: 1 });
    await speaker.play(FRAME);
    expect(played).toHaveLength(1);
    expect(await unheard).toBe("said all the same");
  });
});
