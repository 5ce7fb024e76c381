import { expect, it } from "@jest/globals";
import { createLastEndWatch, LATE_MS, MOST_WAITING_MS, streamFrames } from "../../../media/hearing/audio-frames.ts";
import { createSpeechListener } from "../../../media/hearing/speech-listener.ts";
import { FRAME_SAMPLES } from "../../../media/hearing/voice-activity.ts";

const FRAME = { samples: 4, ms: 32 };
const soundOf = (...pieces: number[][]): { data: Int16Array }[] =>
  pieces.map((samples) => ({ data: Int16Array.from(samples) }));

/** Every frame that is taken, what was dropped, and what was told in which order. */
const listen = (wait: (frame: Int16Array) => Promise<void> = async () => {}) => {
  const [taken, dropped, told]: [number[][], number[], string[]] = [[], [], []];
  const hearing = {
    frame: FRAME,
    take: async (frame: Int16Array) => {
      await wait(frame);
      taken.push([...frame]);
      told.push("frame");
    },
    onGap: () => told.push("gap"),
    onLate: () => told.push("late"),
    onDropped: (ms: number) => {
      dropped.push(ms);
      told.push("dropped");
    },
  };
  return { taken, dropped, told, hearing };
};

async function* arrive(sound: readonly { data: Int16Array }[]) {
  for (const piece of sound) {
    await Promise.resolve();
    yield piece;
  }
}

it("cuts sound of any length into frames, in its order", async () => {
  const { taken, dropped, hearing } = listen();
  await streamFrames(arrive(soundOf([1, 2, 3], [4, 5, 6, 7, 8, 9], [], [10, 11, 12], [13, 14, 15, 16], [17])), hearing);
  expect(taken).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
    [13, 14, 15, 16],
  ]);
  expect(dropped).toEqual([]);
});

it("drops what is old where frames are taken more slowly than they come, and goes on with what is new", async () => {
  const first = Promise.withResolvers<void>();
  const { taken, dropped, hearing } = listen(([at]) => (at === 0 ? first.promise : Promise.resolve()));
  const most = Math.floor(MOST_WAITING_MS / FRAME.ms);
  const sound = Array.from({ length: 10 * most }, (_, at) => ({ data: new Int16Array(4).fill(at) }));
  async function* thenFirst() {
    yield* arrive(sound);
    first.resolve();
  }
  await streamFrames(thenFirst(), hearing);
  const order = taken.map(([at]) => at);
  expect(order[0]).toBe(0);
  expect(order.at(-1)).toBe(10 * most - 1);
  expect(order.length).toBeLessThanOrEqual(most + 1);
  expect(order).toEqual(order.toSorted((one, other) => Number(one) - Number(other)));
  expect(dropped.reduce((sum, ms) => sum + ms, 0)).toBe((10 * most - order.length) * FRAME.ms);
});

it("tells that sound waits before any is dropped, and where some is missing", async () => {
  const first = Promise.withResolvers<void>();
  const { told, hearing } = listen(([at]) => (at === 0 ? first.promise : Promise.resolve()));
  const toldBefore = new Map<number, string[]>();
  const most = Math.floor(MOST_WAITING_MS / FRAME.ms);
  const late = Math.floor(LATE_MS / FRAME.ms);
  async function* sound() {
    for (let at = 0; at <= most + 1; at += 1) {
      toldBefore.set(at, [...told]);
      yield { data: new Int16Array(4).fill(at) };
    }
    first.resolve();
  }
  await streamFrames(sound(), hearing);
  expect(toldBefore.get(late + 1)).toEqual([]);
  expect(toldBefore.get(late + 2)).toEqual(["late"]);
  expect(new Set(toldBefore.get(most + 1))).toEqual(new Set(["late"]));
  expect(told.slice(told.indexOf("dropped"), told.indexOf("dropped") + 4)).toEqual([
    "dropped",
    "frame",
    "gap",
    "frame",
  ]);
  expect(told.filter((line) => line === "gap")).toHaveLength(1);
});

/** Hears frames as a call does, where those with a loud sample are speech; `wait` is how long the model takes. */
const hearSentences = async (
  sound: AsyncIterable<{ data: Int16Array }>,
  wait: (frame: number) => Promise<unknown>,
): Promise<{ heard: string[]; droppedMs: number[] }> => {
  const heard: string[] = [];
  const droppedMs: number[] = [];
  let taken = 0;
  const ear = createSpeechListener({
    voiceActivity: async (frame) => {
      await wait(taken);
      taken += 1;
      return frame[0] === 0 ? 0 : 1;
    },
    recognize: async ({ samples }) => `${samples.length / FRAME_SAMPLES} frames`,
    mayRecognizeInPauses: false,
    language: () => "en-US",
    events: {
      mayStart: () => {},
      wasNoise: () => {},
      started: () => heard.push("started"),
      forms: () => {},
      stopped: () => {},
      heard: (text) => heard.push(text),
      failed: (error) => heard.push(String(error)),
    },
  });
  await streamFrames(sound, {
    frame: { samples: FRAME_SAMPLES, ms: 32 },
    take: ear.take,
    onGap: ear.skip,
    onLate: () => {},
    onDropped: (ms) => droppedMs.push(ms),
  });
  await new Promise(setImmediate);
  return { heard, droppedMs };
};

/** Parts of sound, each this many frames loud or quiet. */
const framesOf = (...parts: [number, "loud" | "quiet"][]) =>
  parts.flatMap(([count, kind]) =>
    Array.from({ length: count }, () => ({ data: new Int16Array(FRAME_SAMPLES).fill(kind === "loud" ? 9000 : 0) })),
  );

it("a sentence whose sound comes late and many frames at once is as long as it was spoken, pauses too", async () => {
  const sound = framesOf(
    [30, "quiet"],
    [20, "loud"],
    [17, "quiet"],
    [20, "loud"],
    [18, "quiet"],
    [9, "loud"],
    [40, "quiet"],
  );
  async function* inBursts() {
    for (const [at, frame] of sound.entries()) {
      if (at % 45 === 0) for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      yield frame;
    }
  }
  const late = await hearSentences(inBursts(), () => new Promise(setImmediate));
  expect(late).toEqual({ heard: ["started", "88 frames", "started", "27 frames"], droppedMs: [] });
  expect(await hearSentences(arrive(sound), async () => {})).toEqual(late);
});

it("a sentence out of whose middle sound was dropped is one, though there are pauses on both sides of the gap", async () => {
  const isStuck = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const before = framesOf([20, "loud"], [12, "quiet"]);
  const stuckAt = before.length - 1;
  async function* stumbling() {
    yield* before;
    await isStuck.promise;
    // As many as wait at most: the first half is dropped, which is all of what is loud before the second pause.
    yield* framesOf([32, "loud"], [12, "quiet"], [19, "loud"]);
    goesOn.resolve();
    yield* framesOf([25, "quiet"]);
  }
  const { heard, droppedMs } = await hearSentences(stumbling(), (frame) => {
    if (frame !== stuckAt) return Promise.resolve();
    isStuck.resolve();
    return goesOn.promise;
  });
  expect(droppedMs).toEqual([32 * 32]);
  expect(heard).toEqual(["started", `${before.length + 12 + 19 + 18} frames`]);
});

it("tells of the end when the last of the sounds that overlap has ended, also by a failure", async () => {
  let ends = 0;
  const untilLastEnds = createLastEndWatch(() => void (ends += 1));
  const [before, now] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const heard = [before, now].map(({ promise }) => untilLastEnds(promise));
  before.resolve();
  await heard[0];
  expect(ends).toBe(0);
  now.reject(new Error("no ears"));
  await expect(heard[1]).rejects.toThrow("no ears");
  expect(ends).toBe(1);
});

it("ends with the failure of what takes the frames", async () => {
  const { hearing } = listen(() => Promise.reject(new Error("no ears")));
  await expect(streamFrames(arrive(soundOf([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12])), hearing)).rejects.toThrow(
    "no ears",
  );
});
