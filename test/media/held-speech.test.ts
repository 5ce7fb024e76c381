import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { createSpeechPlayer, type Speaker } from "../../media/speaking/speech-player.ts";

const RATE = 1000;
/** So much may wait to be played, as in LiveKit's queue. */
const QUEUE_SAMPLES = 50;
/** What a voice sends at a time. */
const CHUNK_SAMPLES = 33;

/** A loudspeaker with a short queue that keeps what has sounded; its time passes when a test says so. */
const keepingSpeaker = () => {
  let queued: number[] = [];
  const sounded: number[] = [];
  let waiting: { resolve(): void; whenAtMost: number }[] = [];
  const settle = () => {
    const isReady = ({ whenAtMost }: { whenAtMost: number }) => queued.length <= whenAtMost;
    for (const { resolve } of waiting.filter(isReady)) resolve();
    waiting = waiting.filter((each) => !isReady(each));
  };
  const wait = (whenAtMost: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ resolve, whenAtMost });
      settle();
    });
  const speaker: Speaker = {
    play: (samples) => {
      queued.push(...samples);
      return wait(QUEUE_SAMPLES);
    },
    waitingMs: () => queued.length,
    clear: () => {
      queued = [];
      settle();
    },
    silence: () => wait(0),
  };
  const passes = async (ms: number): Promise<void> => {
    sounded.push(...queued.splice(0, ms));
    settle();
    await nextTurn();
  };
  return { speaker, sounded, passes };
};

/** A player each of whose samples is known by its number; text `5-205` sounds as the samples from 5 up to 205. */
const open = () => {
  const hand = keepingSpeaker();
  const player = createSpeechPlayer({
    speak: async function* (text) {
      const [from = 0, until = 0] = text.split("-").map(Number);
      for (let at = from; at < until; at += CHUNK_SAMPLES) yield numbers(at, Math.min(at + CHUNK_SAMPLES, until));
    },
    fetchRecording: async function* () {},
    speaker: hand.speaker,
    sampleRate: RATE,
    onSound: () => {},
    onFailure: (error) => {
      throw error;
    },
  });
  const sayAll = async (...texts: string[]) => {
    for (const text of texts) player.say(text, { interruptible: true });
    await nextTurn();
  };
  return { ...hand, player, sayAll };
};

const numbers = (from: number, until: number) => Int16Array.from({ length: until - from }, (_, step) => from + step);
const soundsOnce = (until: number) => [...numbers(0, until)];

describe("a player that is held for what may be a voice", () => {
  it("goes on with the next sample, wherever it was held, so that nothing of its speech is lost or doubled", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(90), { minLength: 1, maxLength: 12 }), async (steps) => {
        const { player, sounded, passes, sayAll } = open();
        let isDone = false;
        await sayAll("0-205", "205-211", "211-400");
        player.finish(() => {
          isDone = true;
        });
        for (const ms of steps) {
          await passes(ms);
          const before = sounded.length;
          if (!player.hold()) continue;
          await passes(64);
          expect(sounded.length).toBe(before);
          player.letGo();
          await nextTurn();
        }
        for (let turn = 0; turn < 20; turn += 1) await passes(50);
        expect(sounded).toEqual(soundsOnce(400));
        expect(isDone).toBe(true);
      }),
    );
  });

  it("says what is added meanwhile once it is let go, and is held once", async () => {
    const { player, sounded, passes, sayAll } = open();
    await sayAll("0-60");
    await passes(30);
    expect([player.hold(), player.hold(), player.isSpeaking(), player.isPaused()]).toEqual([true, true, true, false]);
    await sayAll("60-90");
    await passes(50);
    expect(sounded).toHaveLength(30);
    player.letGo();
    player.letGo();
    for (let turn = 0; turn < 5; turn += 1) await passes(50);
    expect(sounded).toEqual(soundsOnce(90));
  });

  it("is paused where a voice has come up, as if it had not been held", async () => {
    const { player, sounded, passes, sayAll } = open();
    await sayAll("0-200");
    await passes(30);
    player.hold();
    expect(player.pause()).toBe(true);
    player.letGo();
    await passes(50);
    expect([sounded.length, player.isPaused()]).toEqual([30, true]);
    // The text is one word, which does not count as heard before all of it is.
    player.goOn();
    for (let turn = 0; turn < 10; turn += 1) await passes(50);
    expect(sounded).toEqual([...soundsOnce(30), ...soundsOnce(200)]);
  });

  it("is not held while it says what may not be interrupted, nor while it says nothing", async () => {
    const { player, sounded, passes } = open();
    expect(player.hold()).toBe(false);
    player.say("0-60", { interruptible: false });
    await nextTurn();
    expect(player.hold()).toBe(false);
    for (let turn = 0; turn < 5; turn += 1) await passes(50);
    expect([sounded, player.hold()]).toEqual([soundsOnce(60), false]);
  });

  it("goes on and is not paused where something was added meanwhile that may not be interrupted", async () => {
    const { player, sounded, passes, sayAll } = open();
    await sayAll("0-60");
    await passes(30);
    player.hold();
    player.say("60-90", { interruptible: false });
    expect([player.pause(), player.isPaused()]).toEqual([false, false]);
    for (let turn = 0; turn < 5; turn += 1) await passes(50);
    expect(sounded).toEqual(soundsOnce(90));
  });

  it("tells what was heard where a key interrupts it, and says no more of it", async () => {
    const { player, sounded, passes, sayAll } = open();
    await sayAll("0-20", "20-200");
    await passes(30);
    player.hold();
    expect(player.interrupt()).toBe("0-20");
    player.letGo();
    await sayAll("30-60");
    for (let turn = 0; turn < 5; turn += 1) await passes(50);
    expect(sounded).toEqual(soundsOnce(60));
  });
});

describe("words that come up in a pause", () => {
  it("leave whole what was added in it and may not be interrupted, which is said before the turn is done", async () => {
    const { player, sounded, passes, sayAll } = open();
    let ended = 0;
    await sayAll("0-100");
    await passes(30);
    player.pause();
    player.say("500-540", { interruptible: true });
    player.say("30-60", { interruptible: false });
    player.finish(() => {
      ended += 1;
    });
    expect([player.interrupt(), player.isSpeaking(), player.isPaused(), ended]).toEqual(["", true, false, 0]);
    for (let turn = 0; turn < 5; turn += 1) await passes(50);
    expect([sounded, ended, player.isSpeaking()]).toEqual([soundsOnce(60), 1, false]);
  });
});
