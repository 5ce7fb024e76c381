import { describe, expect, it } from "@jest/globals";
import { createSpeechPlayer, type Speaker } from "../../media/speech-player.ts";
import { waitUntil } from "../harness/wait-until.ts";

const RATE = 1000;
/** Each character sounds for 100 ms. */
const SAMPLES_OF_A_CHARACTER = 100;

/** A loudspeaker whose time passes when a test says so. */
const handSpeaker = () => {
  let queued = 0;
  let handedOver = 0;
  let done = Promise.withResolvers<void>();
  const settle = () => {
    if (queued > 0) return;
    done.resolve();
    done = Promise.withResolvers<void>();
  };
  const speaker: Speaker = {
    play: async (samples) => {
      queued += samples.length;
      handedOver += samples.length;
    },
    waitingMs: () => queued,
    clear: () => {
      queued = 0;
      settle();
    },
    silence: () => (queued === 0 ? Promise.resolve() : done.promise),
  };
  return {
    speaker,
    handedOverMs: () => handedOver,
    passes: (ms: number) => {
      queued = Math.max(queued - ms, 0);
      settle();
    },
  };
};

const open = () => {
  const hand = handSpeaker();
  const failures: unknown[] = [];
  const mouth = createSpeechPlayer({
    speak: async function* (text) {
      if (text === "unspeakable") throw new Error("no voice");
      yield new Int16Array(text.length * SAMPLES_OF_A_CHARACTER);
    },
    fetchRecording: async function* (url) {
      yield new Int16Array(Number(url) * SAMPLES_OF_A_CHARACTER);
    },
    speaker: hand.speaker,
    sampleRate: RATE,
    onSound: () => {},
    onFailure: (error) => failures.push(error),
  });
  const handedOver = (text: string) =>
    waitUntil(`"${text}" is handed over`, () => hand.handedOverMs() >= text.length * SAMPLES_OF_A_CHARACTER);
  return { ...hand, mouth, failures, handedOver };
};

describe("the agent's mouth", () => {
  it("is done when the last of its sentences has sounded", async () => {
    const { mouth, handedOver, passes } = open();
    let isDone = false;
    mouth.say("one", { interruptible: true });
    mouth.say("two", { interruptible: true });
    mouth.finish(() => {
      isDone = true;
    });
    await handedOver("onetwo");
    passes(500);
    expect([isDone, mouth.isSpeaking()]).toEqual([false, true]);
    passes(100);
    await waitUntil("it is done", () => isDone);
    expect(mouth.isSpeaking()).toBe(false);
  });

  it("tells in whole words what was heard when somebody speaks over it", async () => {
    const { mouth, handedOver, passes } = open();
    mouth.say("Hello there.", { interruptible: true });
    mouth.say("What can I do for you?", { interruptible: true });
    await handedOver("Hello there.What can I do for you?");
    passes(("Hello there.".length + "What can I d".length) * SAMPLES_OF_A_CHARACTER);
    expect(mouth.interrupt()).toBe("Hello there. What can I");
    expect(mouth.isSpeaking()).toBe(false);
  });

  it("plays a recording among sentences, of whose words nothing is told", async () => {
    const { mouth, handedOver, passes } = open();
    mouth.say("Hello there.", { interruptible: true });
    mouth.play("10", { interruptible: true });
    mouth.say("Bye now.", { interruptible: true });
    await handedOver("Hello there.0123456789Bye now.");
    passes(("Hello there.".length + 10 + "Bye n".length) * SAMPLES_OF_A_CHARACTER);
    expect(mouth.interrupt()).toBe("Hello there. Bye");
  });

  it("goes on with a recording that may not be spoken over", async () => {
    const { mouth, handedOver } = open();
    mouth.play("10", { interruptible: false });
    await handedOver("0123456789");
    expect(mouth.interrupt()).toBeNull();
  });

  it("has said nothing when nothing has sounded yet, and everything when all of it has", async () => {
    const { mouth, handedOver, passes } = open();
    mouth.say("Hello.", { interruptible: true });
    await handedOver("Hello.");
    expect(mouth.interrupt()).toBe("");
    mouth.say("Hello again.", { interruptible: true });
    await handedOver("Hello.Hello again.");
    passes(1_000_000);
    expect(mouth.interrupt()).toBe("Hello again.");
  });

  it("goes on with what may not be spoken over", async () => {
    const { mouth, handedOver } = open();
    mouth.say("This call is recorded.", { interruptible: false });
    await handedOver("This call is recorded.");
    expect(mouth.interrupt()).toBeNull();
    expect(mouth.isSpeaking()).toBe(true);
  });

  it("leaves out a sentence that its model cannot speak", async () => {
    const { mouth, failures, handedOver, passes } = open();
    let isDone = false;
    mouth.say("unspeakable", { interruptible: true });
    mouth.say("spoken", { interruptible: true });
    mouth.finish(() => {
      isDone = true;
    });
    await handedOver("spoken");
    passes(600);
    await waitUntil("it is done", () => isDone);
    expect(failures).toHaveLength(1);
  });
});
