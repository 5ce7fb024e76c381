import { expect, it } from "@jest/globals";
import { type AudioOutput, createPaddedSpeaker } from "../../../media/speaking/silence-padding.ts";

const SAMPLE_RATE = 24_000;
const STEP_MS = 10;
/** LiveKit's library takes more than this only when there is room again. */
const ROOM_MS = 400;
const NOTHING = -1;

/**
 * A line whose time passes when the test says so, with a speaker on it. As LiveKit's, it plays a hundredth of a second at a time, takes no
 * part while it holds one for which there is no room, and sends nothing where nothing was handed over.
 */
const openLine = () => {
  const heard: [value: number, ms: number][] = [];
  const timers = new Map<symbol, { atMs: number; work: () => void }>();
  const left = new AbortController();
  let queue: { value: number; ms: number }[] = [];
  let nowMs = 0;
  let letGo: (() => void) | null = null;
  const queuedMs = () => queue.reduce((sum, { ms }) => sum + ms, 0);
  const line: AudioOutput = {
    play: (samples) => {
      if (letGo !== null) return Promise.reject(new Error("failed to capture frame"));
      queue.push({ value: samples[0] ?? NOTHING, ms: (samples.length / SAMPLE_RATE) * 1000 });
      if (queuedMs() <= ROOM_MS) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      letGo = resolve;
      return promise;
    },
    waitingMs: queuedMs,
    clear: () => {
      queue = [];
    },
  };
  const sound = () => {
    const [part] = queue;
    const value = part?.value ?? NOTHING;
    if (part) part.ms -= STEP_MS;
    if (part?.ms === 0) queue.shift();
    const last = heard.at(-1);
    if (last?.[0] === value) last[1] += STEP_MS;
    else heard.push([value, STEP_MS]);
    if (queuedMs() > ROOM_MS) return;
    letGo?.();
    letGo = null;
  };
  const settle = () => new Promise(setImmediate);
  const speaker = createPaddedSpeaker(line, {
    sampleRate: SAMPLE_RATE,
    left: left.signal,
    after: (ms, work) => {
      const name = Symbol();
      timers.set(name, { atMs: nowMs + ms, work });
      return () => timers.delete(name);
    },
  });
  return {
    speaker,
    heard,
    timers,
    leave: () => left.abort(),
    say: (value: number, ms: number) => speaker.play(new Int16Array((ms * SAMPLE_RATE) / 1000).fill(value)),
    passes: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        await settle();
        sound();
        nowMs += STEP_MS;
        for (const [name, { atMs, work }] of timers) {
          if (atMs > nowMs) continue;
          timers.delete(name);
          work();
        }
        await settle();
      }
    },
  };
};

it("silence follows speech without a gap, for as long as nothing is said", async () => {
  const { say, passes, heard } = openLine();
  await say(7, 200);
  await passes(3000);
  expect(heard).toEqual([
    [7, 200],
    [0, 2800],
  ]);
});

it("the next words take the place of the silence, which does not count as waiting", async () => {
  const { speaker, say, passes, heard } = openLine();
  await say(7, 100);
  await passes(300);
  expect(speaker.waitingMs()).toBe(0);
  await say(9, 100);
  expect(speaker.waitingMs()).toBe(100);
  await passes(200);
  expect(heard).toEqual([
    [7, 100],
    [0, 200],
    [9, 100],
    [0, 100],
  ]);
});

it("speech whose next part comes late is whole, and goes on when the part before has sounded", async () => {
  const { speaker, say, passes, heard } = openLine();
  await say(7, 100);
  await passes(70);
  void say(9, 100);
  await passes(0);
  expect(speaker.waitingMs()).toBe(130);
  await passes(160);
  expect(heard).toEqual([
    [7, 100],
    [0, 10],
    [9, 100],
    [0, 20],
  ]);
});

it("a speech of many parts is handed over as fast as there is room, with no silence in it", async () => {
  const { say, passes, heard } = openLine();
  const parts = (async () => {
    for (let part = 0; part < 50; part += 1) await say(7, 20);
  })();
  await passes(1500);
  await parts;
  expect(heard).toEqual([
    [7, 1000],
    [0, 500],
  ]);
});

it("speech that is dropped falls silent at once, also where it is dropped again while the line holds a part of it", async () => {
  const { speaker, say, passes, heard } = openLine();
  await say(7, 300);
  void say(7, 300);
  await passes(50);
  speaker.clear();
  speaker.clear();
  expect(speaker.waitingMs()).toBe(0);
  await passes(400);
  // The line lets go of its part with the next piece that it plays.
  expect(heard).toEqual([
    [7, 50],
    [NOTHING, 10],
    [0, 390],
  ]);
});

it("speech that goes on right after it was dropped waits until the line takes parts again, and is played once", async () => {
  const { speaker, say, passes, heard } = openLine();
  const before = Promise.all([say(7, 400), say(7, 20)]);
  await passes(10);
  speaker.clear();
  const dropped = say(8, 10);
  speaker.clear();
  const next = say(9, 40);
  expect(speaker.waitingMs()).toBe(40);
  await passes(100);
  await Promise.all([before, dropped, next]);
  expect(heard).toEqual([
    [7, 10],
    [NOTHING, 10],
    [9, 40],
    [0, 50],
  ]);
});

it("is silent when all speech has sounded or was dropped, whatever silence is still to be played", async () => {
  const { speaker, say, passes } = openLine();
  let silences = 0;
  const untilSilent = () => void speaker.silence().then(() => (silences += 1));
  untilSilent();
  await passes(10);
  expect(silences).toBe(1);
  await say(7, 200);
  untilSilent();
  await passes(190);
  expect(silences).toBe(1);
  await passes(20);
  expect(silences).toBe(2);
  await say(8, 200);
  untilSilent();
  speaker.clear();
  await passes(210);
  expect(silences).toBe(3);
});

it("is followed by silence whose timer is late where all of it has been said, and goes on with what is said then", async () => {
  const { speaker, say, passes, heard, timers } = openLine();
  await say(7, 200);
  void speaker.silence();
  await passes(0);
  timers.clear();
  await passes(300);
  await say(9, 100);
  await passes(100);
  expect(heard).toEqual([
    [7, 200],
    [0, 100],
    [9, 100],
  ]);
});

it("plays nothing before the first speech, and nothing once the room was left, for which no timer stays", async () => {
  const { speaker, say, passes, heard, timers, leave } = openLine();
  speaker.clear();
  await passes(100);
  expect([heard, timers.size]).toEqual([[[NOTHING, 100]], 0]);
  await say(7, 100);
  leave();
  await say(9, 100);
  expect(timers.size).toBe(0);
  await passes(200);
  expect(heard).toEqual([
    [NOTHING, 100],
    [7, 100],
    [NOTHING, 100],
  ]);
});
