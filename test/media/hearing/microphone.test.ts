import { expect, it } from "@jest/globals";
import { LATE_MS, MOST_WAITING_MS } from "../../../media/hearing/audio-frames.ts";
import { FRAME_MS, streamMicrophone } from "../../../media/hearing/microphone.ts";
import { FRAME_SAMPLES } from "../../../media/hearing/voice-activity.ts";
import { createCallSlots } from "../../../media/process/call-slots.ts";

const LATE_FRAMES = Math.floor(LATE_MS / FRAME_MS) + 2;
const DROPPED_FRAMES = Math.floor(MOST_WAITING_MS / FRAME_MS) + 2;

/** A call in a process with three slots, whose microphone's frames wait for as long as `stuck` says. */
const openCall = () => {
  let nowMs = 0;
  const slots = createCallSlots(
    3,
    () => {},
    () => nowMs,
  );
  const warned: object[] = [];
  const told: string[] = [];
  const hearAt = async (ms: number, frames: number): Promise<void> => {
    nowMs = ms;
    const stuck = Promise.withResolvers<void>();
    async function* sound() {
      for (let at = 0; at < frames; at += 1) yield { data: new Int16Array(FRAME_SAMPLES) };
      stuck.resolve();
    }
    const events = {
      sound: async () => {
        await stuck.promise;
        told.push("frame");
      },
      soundMissing: () => void told.push("missing"),
    };
    const logger = { warn: (fields: unknown, words?: unknown) => void warned.push([fields, words]) };
    await streamMicrophone(sound(), events, { slots, logger, run: { uuid: "a call" } });
  };
  return { slots, warned, told, hearAt };
};

it("a process in whose calls sound waits again and again is full before any is dropped, which is told once", async () => {
  const { slots, warned, told, hearAt } = openCall();
  await hearAt(0, LATE_FRAMES);
  expect([slots.taken(), warned]).toEqual([0, []]);
  await hearAt(1000, LATE_FRAMES);
  await hearAt(1100, LATE_FRAMES);
  expect(slots.taken()).toBe(3);
  expect(warned).toEqual([[{ run_uuid: "a call" }, "sound waits: this process takes no more calls for now"]]);
  expect(told).not.toContain("missing");
  // A call that was promised a place gets it.
  expect(() => slots.take("b")).not.toThrow();
});

it("a process in whose calls sound was dropped takes none for a while, and its listener hears of the gap", async () => {
  const { slots, warned, told, hearAt } = openCall();
  await hearAt(0, DROPPED_FRAMES);
  expect(told.filter((line) => line === "missing")).toHaveLength(1);
  expect(warned).toEqual([
    [{ run_uuid: "a call", dropped_ms: expect.any(Number) }, "sound was dropped: this process carries too many calls"],
  ]);
  expect(slots.taken()).toBe(3);
  expect(() => slots.take("b")).toThrow("does not keep up");
});
