import { describe, expect, it } from "@jest/globals";
import { createBeepDetector, createBeepListener } from "../../../media/hearing/beep-detector.ts";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../../../media/hearing/voice-activity.ts";

type Sound = (seconds: number) => number;

const tone =
  (hz: number, loudness = 6000): Sound =>
  (seconds) =>
    loudness * Math.sin(2 * Math.PI * hz * seconds);
const both =
  (...sounds: readonly Sound[]): Sound =>
  (seconds) =>
    sounds.reduce((sum, sound) => sum + sound(seconds), 0);
const silence: Sound = () => 0;
/** The same for every run: steps far apart in a sequence that repeats late. */
const noise =
  (loudness: number): Sound =>
  (seconds) =>
    loudness * (2 * ((Math.round(seconds * SAMPLE_RATE) * 0.618_033_988_749) % 1) - 1);
/** A vowel: a voice of this height with overtones, the second formant among them, that trembles. */
const vowel =
  (hz: number): Sound =>
  (seconds) =>
    Array.from({ length: 12 }, (_, at) => at + 1).reduce(
      (sum, overtone) =>
        sum +
        (4000 / (1 + ((overtone * hz - 700) / 300) ** 2)) *
          Math.sin(2 * Math.PI * hz * overtone * seconds + 0.3 * overtone * Math.sin(2 * Math.PI * 5 * seconds)),
      0,
    );

/** Plays sounds one after another, and returns how many beeps were heard, and after how many seconds the last. */
const play = (sounds: readonly [Sound, number][]) => {
  const samples = sounds.flatMap(([sound, seconds]) =>
    Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, (_, at) => sound(at / SAMPLE_RATE)),
  );
  const isBeepOver = createBeepDetector();
  let beeps = 0;
  let lastAt: number | null = null;
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
    if (!isBeepOver(Int16Array.from(samples.slice(at, at + FRAME_SAMPLES)))) continue;
    beeps += 1;
    lastAt = (at + FRAME_SAMPLES) / SAMPLE_RATE;
  }
  return { beeps, lastAt };
};

describe("the tone of an answering machine", () => {
  it.each([
    { hz: 1000, seconds: 0.4 },
    { hz: 440 * 2 + 15, seconds: 0.2 },
    { hz: 1400, seconds: 1 },
    { hz: 640, seconds: 0.25 },
  ])("of $hz Hz is noticed as soon as it has ended", ({ hz, seconds }) => {
    const { beeps, lastAt } = play([
      [vowel(140), 1.01],
      [both(tone(hz), noise(100)), seconds],
      [noise(100), 1],
    ]);
    expect(beeps).toBe(1);
    expect(lastAt).toBeGreaterThan(1 + seconds);
    expect(lastAt).toBeLessThan(1.1 + seconds);
  });

  it.each<[string, [Sound, number][]]>([
    ["a man's vowel", [[vowel(110), 1]]],
    ["a woman's vowel", [[vowel(230), 1]]],
    [
      "silence and noise",
      [
        [silence, 0.5],
        [noise(3000), 1],
      ],
    ],
    [
      "a telephone that rings in Germany",
      [
        [tone(425), 1],
        [silence, 1],
        [tone(425), 1],
      ],
    ],
    [
      "a telephone that rings in America",
      [
        [both(tone(440), tone(480)), 2],
        [silence, 1],
      ],
    ],
    [
      "a key",
      [
        [both(tone(770), tone(1336)), 0.3],
        [silence, 0.2],
      ],
    ],
    [
      "a fax machine",
      [
        [tone(2100), 1],
        [silence, 0.3],
      ],
    ],
    [
      "a click",
      [
        [tone(1000), 0.06],
        [silence, 0.3],
      ],
    ],
    [
      "a tone that stays",
      [
        [tone(1000), 3],
        [silence, 0.3],
      ],
    ],
    [
      "a tone so quiet that nobody hears it",
      [
        [tone(1000, 100), 0.4],
        [silence, 0.3],
      ],
    ],
    [
      "a whistle that rises",
      [
        [(seconds) => 6000 * Math.sin(2 * Math.PI * (700 + 900 * seconds) * seconds), 0.5],
        [silence, 0.3],
      ],
    ],
  ])("is not %s", (_what, sounds) => {
    expect(play([[silence, 0.1], ...sounds, [silence, 0.3]]).beeps).toBe(0);
  });
});

describe("listening for it", () => {
  const beep = Array.from({ length: 12 }, (_, frame) =>
    Int16Array.from({ length: FRAME_SAMPLES }, (__, at) => tone(1000)((frame * FRAME_SAMPLES + at) / SAMPLE_RATE)),
  );
  const quiet = new Int16Array(FRAME_SAMPLES);
  const listen = async (frames: readonly Int16Array[]) => {
    let told = 0;
    let heard = 0;
    const take = createBeepListener(
      () => (told += 1),
      async () => {
        heard += 1;
      },
    );
    for (const frame of frames) await take(frame);
    return { told, heard };
  };

  it("tells of the first one alone, and passes every frame on", async () => {
    const frames = [...beep, quiet, ...beep, quiet];
    expect(await listen(frames)).toEqual({ told: 1, heard: frames.length });
  });

  it("ends when no greeting lasts so long", async () => {
    const longGreeting = Array.from({ length: 1250 }, () => quiet);
    expect((await listen([...longGreeting, ...beep, quiet])).told).toBe(0);
  });
});
