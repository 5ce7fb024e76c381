import { expect, it } from "@jest/globals";
import { createLastEndWatch, handOnFrames, MOST_WAITING_MS } from "../../media/heard-frames.ts";

const FRAME = { samples: 4, ms: 32 };
const soundOf = (...pieces: number[][]): { data: Int16Array }[] =>
  pieces.map((samples) => ({ data: Int16Array.from(samples) }));

/** Every frame that is taken, by its first sample, and what was dropped. */
const listen = (wait: (frame: Int16Array) => Promise<void> = async () => {}) => {
  const [taken, dropped]: [number[][], number[]] = [[], []];
  const hearing = {
    frame: FRAME,
    take: async (frame: Int16Array) => {
      await wait(frame);
      taken.push([...frame]);
    },
    onBehind: (ms: number) => dropped.push(ms),
  };
  return { taken, dropped, hearing };
};

async function* arrive(sound: readonly { data: Int16Array }[]) {
  for (const piece of sound) {
    await Promise.resolve();
    yield piece;
  }
}

it("cuts sound of any length into frames, in its order", async () => {
  const { taken, dropped, hearing } = listen();
  await handOnFrames(arrive(soundOf([1, 2, 3], [4, 5, 6, 7, 8, 9], [], [10, 11, 12], [13, 14, 15, 16], [17])), hearing);
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
  await handOnFrames(thenFirst(), hearing);
  const order = taken.map(([at]) => at);
  expect(order[0]).toBe(0);
  expect(order.at(-1)).toBe(10 * most - 1);
  expect(order.length).toBeLessThanOrEqual(most + 1);
  expect(order).toEqual(order.toSorted((one, other) => Number(one) - Number(other)));
  expect(dropped.reduce((sum, ms) => sum + ms, 0)).toBe((10 * most - order.length) * FRAME.ms);
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
  await expect(handOnFrames(arrive(soundOf([1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12])), hearing)).rejects.toThrow(
    "no ears",
  );
});
