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
  await speaker.play(SECOND);
  const waits = speaker.play(SECOND);
  expect(sent).toEqual([SPOKEN_SAMPLE_RATE]);
  expect(speaker.waitingMs()).toBeGreaterThan(1800);
  speaker.clear();
  expect(speaker.waitingMs()).toBe(0);
  await waits;
  expect(sent).toEqual([SPOKEN_SAMPLE_RATE, { clear: true }]);
});

it("is silent when all has sounded, or was dropped", async () => {
  const { speaker } = open();
  await speaker.play(new Int16Array(SPOKEN_SAMPLE_RATE / 20));
  await speaker.silence();
  expect(speaker.waitingMs()).toBe(0);
});
