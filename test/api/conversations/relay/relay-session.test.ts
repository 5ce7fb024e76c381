import { expect, it } from "@jest/globals";
import type { OutgoingFrame } from "../../../../api/conversations/relay/relay-frames.ts";
import { createRelaySession } from "../../../../api/conversations/relay/relay-session.ts";
import { createSpeechClock } from "../../../../api/conversations/relay/speech-clock.ts";

it("plays a recording in place of the carrier's voice, in its order among the words", async () => {
  const frames: OutgoingFrame[] = [];
  const ends = { onListen: () => {}, onEnd: () => {} };
  const session = createRelaySession((frame) => void frames.push(frame), createSpeechClock({ isInstant: true }), ends);
  await session.say({ text: "One.", interruptible: true });
  await session.say({ text: "Welcome.", interruptible: false, play: "https://files.example/welcome.mp3" });
  await session.say({ text: "Two.", interruptible: true });
  expect(frames).toEqual([
    { type: "text", token: "One. ", last: false, interruptible: true },
    { type: "play", source: "https://files.example/welcome.mp3", interruptible: false },
    { type: "text", token: "Two. ", last: false, interruptible: true },
  ]);
});

it("ends when a recording has been heard, whatever its transcript's length", async () => {
  const clock = createSpeechClock({ isInstant: false });
  let ended = false;
  const session = createRelaySession(() => {}, clock, { onListen: () => {}, onEnd: () => void (ended = true) });
  await session.say({ text: "", interruptible: false, play: "https://files.example/goodbye.mp3", playMs: 3_600_000 });
  expect(clock.remainingMs()).toBeGreaterThan(3_000_000);
  clock.cut();
  const from = performance.now();
  await session.say({ text: "", interruptible: false, play: "https://files.example/goodbye.mp3", playMs: 80 });
  await session.end({ reason: "agent_hangup" });
  expect(ended).toBe(true);
  expect(performance.now() - from).toBeGreaterThan(60);
});
