import { expect, it } from "@jest/globals";
import { SPOKEN_SAMPLE_RATE } from "../../../infra/models/speech.ts";
import { createSocketSpeaker } from "../../../media/room/socket-speaker.ts";

const SECOND = new Int16Array(SPOKEN_SAMPLE_RATE);
const open = () => {
  const sent: (object | number)[] = [];
  const line = {
    send: (message: object) => sent.push(message),
    sendSound: ({ length }: Int16Array) => sent.push(length),
  };
  return { sent, speaker: createSocketSpeaker(line) };
};

it("sends no more ahead than an interruption may leave unheard, and drops the rest", async () => {
  const { sent, speaker } = open();
  const begunAtMs = performance.now();
  // Both at once: however slow the machine is, the first one sounds still.
  const waits = [speaker.play(SECOND), speaker.play(SECOND)];
  expect(sent).toEqual([SPOKEN_SAMPLE_RATE]);
  const waitingMs = speaker.waitingMs();
  expect(waitingMs).toBeGreaterThan(1800 - (performance.now() - begunAtMs));
  speaker.clear();
  expect(speaker.waitingMs()).toBe(0);
  await Promise.all(waits);
  expect(sent).toEqual([SPOKEN_SAMPLE_RATE, { clear: true }]);
});

it("is silent when all has sounded, or was dropped", async () => {
  const { speaker } = open();
  await speaker.play(new Int16Array(SPOKEN_SAMPLE_RATE / 20));
  await speaker.silence();
  expect(speaker.waitingMs()).toBe(0);
});
