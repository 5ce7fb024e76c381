import { describe, expect, it } from "@jest/globals";
import { createSpeechPlayer } from "../../../media/speaking/speech-player.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { handSpeaker } from "../hand-speaker.ts";

const RATE = 1000;
/** Each character sounds for 100 ms. */
const SAMPLES_OF_A_CHARACTER = 100;
/** Breaks off after a second, in which a voice says about 13 characters. */
const BROKEN = "Hello there, this is Mira.";
/** Fails when a test says so. */
const LATE = "One moment.";

const open = () => {
  const hand = handSpeaker(RATE);
  const failures: unknown[] = [];
  const late = Promise.withResolvers<never>();
  const player = createSpeechPlayer({
    speak: async function* (text) {
      if (text === "unspeakable") throw new Error("no voice");
      if (text === LATE) await late.promise;
      if (text === BROKEN) {
        yield new Int16Array(1000);
        throw new Error("the voice broke off");
      }
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
  const failLate = () => late.reject(new Error("no voice any more"));
  return { ...hand, player, failures, handedOver, failLate };
};

describe("the agent's player", () => {
  it("is done when the last of its sentences has sounded", async () => {
    const { player, handedOver, passes } = open();
    let isDone = false;
    player.say("one", { interruptible: true });
    player.say("two", { interruptible: true });
    player.finish(() => {
      isDone = true;
    });
    await handedOver("onetwo");
    passes(500);
    expect([isDone, player.isSpeaking()]).toEqual([false, true]);
    passes(100);
    await waitUntil("it is done", () => isDone);
    expect(player.isSpeaking()).toBe(false);
  });

  it("tells in whole words what was heard when somebody speaks over it", async () => {
    const { player, handedOver, passes } = open();
    player.say("Hello there.", { interruptible: true });
    player.say("What can I do for you?", { interruptible: true });
    await handedOver("Hello there.What can I do for you?");
    passes(("Hello there.".length + "What can I d".length) * SAMPLES_OF_A_CHARACTER);
    expect(player.interrupt()).toBe("Hello there. What can I");
    expect(player.isSpeaking()).toBe(false);
  });

  it("plays a recording among sentences, of whose words nothing is told", async () => {
    const { player, handedOver, passes } = open();
    player.say("Hello there.", { interruptible: true });
    player.play("10", { interruptible: true });
    player.say("Bye now.", { interruptible: true });
    await handedOver("Hello there.0123456789Bye now.");
    passes(("Hello there.".length + 10 + "Bye n".length) * SAMPLES_OF_A_CHARACTER);
    expect(player.interrupt()).toBe("Hello there. Bye");
  });

  it("goes on after a pause from the word that was begun, and says then what was added meanwhile", async () => {
    const { player, handedOver, handedOverMs, passes } = open();
    let isDone = false;
    player.say("Hello there.", { interruptible: true });
    player.say("What can I do for you?", { interruptible: true });
    player.finish(() => {
      isDone = true;
    });
    await handedOver("Hello there.What can I do for you?");
    passes(("Hello there.".length + "What can I d".length) * SAMPLES_OF_A_CHARACTER);
    expect(player.pause()).toBe(true);
    expect([player.isPaused(), player.isSpeaking(), isDone]).toEqual([true, true, false]);
    player.say("Tell me.", { interruptible: true });
    player.goOn();
    await handedOver("Hello there.What can I do for you? do for you?Tell me.");
    passes((" do for you?".length + "Te".length) * SAMPLES_OF_A_CHARACTER);
    expect(player.interrupt()).toBe("Hello there. What can I do for you?");
    expect(handedOverMs()).toBe("Hello there.What can I do for you? do for you?Tell me.".length * 100);
  });

  it("is done when what was left after a pause has sounded", async () => {
    const { player, handedOver, passes } = open();
    let isDone = false;
    player.say("Hello there.", { interruptible: true });
    player.finish(() => {
      isDone = true;
    });
    await handedOver("Hello there.");
    passes(700);
    player.pause();
    player.goOn();
    await handedOver("Hello there. there.");
    passes(700);
    await waitUntil("it is done", () => isDone);
    expect([player.isSpeaking(), player.isPaused()]).toEqual([false, false]);
  });

  it("tells what was heard until the pause when words come in it, and says nothing of what was left", async () => {
    const { player, handedOver, handedOverMs, passes } = open();
    player.say("Hello there.", { interruptible: true });
    await handedOver("Hello there.");
    passes(700);
    player.pause();
    expect(player.interrupt()).toBe("Hello");
    player.goOn();
    expect([player.isSpeaking(), player.isPaused()]).toEqual([false, false]);
    expect(handedOverMs()).toBe(1200);
  });

  it("goes on with a recording where it was", async () => {
    const { player, handedOver, handedOverMs, passes } = open();
    player.play("10", { interruptible: true });
    await handedOver("0123456789");
    passes(400);
    player.pause();
    player.goOn();
    await waitUntil("the rest is handed over", () => handedOverMs() === 1600);
  });

  it("goes on with a recording that may not be spoken over", async () => {
    const { player, handedOver } = open();
    player.play("10", { interruptible: false });
    await handedOver("0123456789");
    expect(player.interrupt()).toBeNull();
  });

  it("has said nothing when nothing has sounded yet, and everything when all of it has", async () => {
    const { player, handedOver, passes } = open();
    player.say("Hello.", { interruptible: true });
    await handedOver("Hello.");
    expect(player.interrupt()).toBe("");
    player.say("Hello again.", { interruptible: true });
    await handedOver("Hello.Hello again.");
    passes(1_000_000);
    expect(player.interrupt()).toBe("Hello again.");
  });

  it("tells nothing as heard of what was said before the person had spoken", async () => {
    const { player, handedOver, passes } = open();
    player.say("This call is recorded.", { interruptible: false });
    player.begin();
    player.say("What can I do for you?", { interruptible: true });
    await handedOver("This call is recorded.What can I do for you?");
    passes(("This call is recorded.".length + "What can I d".length) * SAMPLES_OF_A_CHARACTER);
    expect(player.interrupt()).toBe("What can I");
  });

  it("says what is left of an earlier turn where a reply is made anew, and nothing of what had come of that", async () => {
    const { player, handedOver, handedOverMs, passes } = open();
    let isDone = false;
    player.say("This call is recorded.", { interruptible: false });
    player.finish(() => {
      isDone = true;
    });
    player.begin();
    player.say("What can I do for you?", { interruptible: true });
    await handedOver("This call is recorded.What can I do for you?");
    passes("This call".length * SAMPLES_OF_A_CHARACTER);
    const before = handedOverMs();
    player.startOver();
    const left = " is recorded.".length * SAMPLES_OF_A_CHARACTER;
    await waitUntil("the rest is handed over again", () => handedOverMs() - before >= left);
    passes(left);
    await waitUntil("it is done", () => isDone);
    expect(handedOverMs() - before).toBe(left);
  });

  it("goes on with what may not be spoken over", async () => {
    const { player, handedOver } = open();
    player.say("This call is recorded.", { interruptible: false });
    await handedOver("This call is recorded.");
    expect(player.interrupt()).toBeNull();
    expect(player.isSpeaking()).toBe(true);
  });

  it("leaves out a sentence that its model cannot speak", async () => {
    const { player, failures, handedOver, passes } = open();
    let isDone = false;
    player.say("unspeakable", { interruptible: true });
    player.say("spoken", { interruptible: true });
    player.finish(() => {
      isDone = true;
    });
    await handedOver("spoken");
    passes(600);
    await waitUntil("it is done", () => isDone);
    expect(failures).toHaveLength(1);
  });

  it("counts nothing of a sentence as heard that its model could not speak, and what came after it as ever", async () => {
    const { player, failures, handedOverMs, passes } = open();
    player.say("Hello.", { interruptible: true });
    player.say("unspeakable", { interruptible: false });
    player.say(BROKEN, { interruptible: true });
    player.say("Bye now.", { interruptible: true });
    await waitUntil("all of it is handed over", () => handedOverMs() === 600 + 1000 + 800);
    passes(600 + 1000 + 500);
    expect(player.pause()).toBe(true);
    expect(player.interrupt()).toBe("Hello. Hello there, Bye");
    expect(failures).toHaveLength(2);
  });

  it("tells once of a sentence that failed, also where it comes to it again after a pause", async () => {
    const { player, failures, handedOver, handedOverMs } = open();
    player.say("Hello.", { interruptible: true });
    player.say("unspeakable", { interruptible: true });
    player.say("Bye.", { interruptible: true });
    await handedOver("Hello.Bye.");
    player.pause();
    player.goOn();
    await waitUntil("all of it is handed over again", () => handedOverMs() === 2000);
    expect(failures).toHaveLength(1);
  });

  it("tells after a pause that a sentence has failed in it", async () => {
    const { player, failures, handedOver, failLate } = open();
    player.say(LATE, { interruptible: true });
    player.say("Bye.", { interruptible: true });
    player.pause();
    failLate();
    await new Promise(setImmediate);
    expect(failures).toEqual([]);
    player.goOn();
    await handedOver("Bye.");
    expect(failures).toHaveLength(1);
  });
});
