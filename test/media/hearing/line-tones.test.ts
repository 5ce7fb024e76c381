import { describe, expect, it } from "@jest/globals";
import { createLineToneDetector, createToneListener, type LineTone } from "../../../media/hearing/line-tones.ts";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../../../media/hearing/voice-activity.ts";
import { addNoise, joinSound, overTelephone, seededNumbers, silence } from "../made-speech.ts";

const tone = (hertz: readonly number[], ms: number, loudness = 6000): Int16Array =>
  Int16Array.from({ length: (ms * SAMPLE_RATE) / 1000 }, (_, at) =>
    Math.round(
      (loudness / hertz.length) *
        hertz.reduce((sum, each) => sum + Math.sin((2 * Math.PI * each * at) / SAMPLE_RATE), 0),
    ),
  );

const [LOW, HIGH] = [
  [913.8, 1370.6],
  [985.2, 1428.5],
] as const;
const SHORT = 276;
const LONG = 380;
const triple = (first: readonly [number, number], second: readonly [number, number]) =>
  joinSound([tone([first[0]], first[1]), tone([second[0]], second[1]), tone([1776.7], LONG)]);
const repeat = (hertz: readonly number[], [on, off]: readonly [number, number], times: number) =>
  joinSound(Array.from({ length: times }, () => [tone(hertz, on), silence(off)]).flat());

const SOUNDS: readonly { tone: LineTone; what: string; sound: Int16Array }[] = [
  { tone: "sit_vacant", what: "a number that is not in use", sound: triple([HIGH[0], LONG], [LOW[1], SHORT]) },
  { tone: "sit_intercept", what: "a number that has changed", sound: triple([LOW[0], SHORT], [LOW[1], SHORT]) },
  { tone: "sit_reorder", what: "a full network near", sound: triple([LOW[0], SHORT], [HIGH[1], LONG]) },
  { tone: "sit_reorder", what: "a full network far away", sound: triple([HIGH[0], SHORT], [LOW[1], LONG]) },
  { tone: "sit_no_circuit", what: "no line near", sound: triple([HIGH[0], LONG], [HIGH[1], LONG]) },
  { tone: "sit_no_circuit", what: "no line far away", sound: triple([LOW[0], LONG], [LOW[1], LONG]) },
  { tone: "sit", what: "Europe's three tones", sound: joinSound([950, 1400, 1800].map((each) => tone([each], 330))) },
  { tone: "busy", what: "busy in America", sound: repeat([480, 620], [500, 500], 4) },
  { tone: "busy", what: "busy in Europe", sound: repeat([425], [480, 480], 4) },
  { tone: "busy", what: "busy in Britain", sound: repeat([400], [375, 375], 5) },
  { tone: "reorder", what: "a full network in America", sound: repeat([480, 620], [250, 250], 6) },
  { tone: "reorder", what: "a full network in Germany", sound: repeat([425], [240, 240], 6) },
  { tone: "ring_back", what: "ringing in America", sound: repeat([440, 480], [2000, 4000], 2) },
  { tone: "ring_back", what: "ringing in Germany", sound: repeat([425], [1000, 4000], 2) },
];

const hearAll = (sound: Int16Array): { tone: LineTone; ms: number }[] => {
  const detect = createLineToneDetector();
  const heard: { tone: LineTone; ms: number }[] = [];
  for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES) {
    const found = detect(sound.slice(at, at + FRAME_SAMPLES));
    if (found) heard.push({ tone: found, ms: ((at + FRAME_SAMPLES) * 1000) / SAMPLE_RATE });
  }
  return heard;
};

describe("the tones of a network", () => {
  it.each(SOUNDS)("are told over a telephone with noise: $what", ({ sound, tone: wanted }) => {
    const sent = overTelephone(joinSound([sound, silence(200)]));
    for (let seed = 1; seed <= 5; seed += 1) {
      const random = seededNumbers(seed);
      const before = silence(Math.round(random() * 300) + 20);
      const line = addNoise(joinSound([before, sent]), 22, random);
      expect([seed, hearAll(line)[0]?.tone]).toEqual([seed, wanted]);
    }
  });

  it("are told within two and a half seconds, apart from ringing", () => {
    for (const { tone: wanted, sound } of SOUNDS) {
      if (wanted === "ring_back") continue;
      expect(hearAll(sound)[0]?.ms).toBeLessThanOrEqual(2500);
    }
  });

  it("are none of a beep, of keys, of a hum, of a whistle that rises, or of one tone of the three", () => {
    const rising = Int16Array.from({ length: SAMPLE_RATE }, (_, at) =>
      Math.round(6000 * Math.sin(2 * Math.PI * (900 + (450 * at) / SAMPLE_RATE) * (at / SAMPLE_RATE))),
    );
    const others = [
      tone([1000], 500),
      repeat([941, 1336], [100, 100], 6),
      tone([425], 6000),
      rising,
      joinSound([tone([950], 330), silence(800), tone([1400], 330), silence(800), tone([1800], 330)]),
      repeat([425], [500, 500], 1),
    ];
    for (const sound of others) expect(hearAll(joinSound([sound, silence(700)]))).toEqual([]);
  });

  it("are told once in a call, and what rings on behind an answer is no reason to give up", async () => {
    const told: LineTone[] = [];
    const heard: Int16Array[] = [];
    const take = createToneListener(
      (each) => told.push(each),
      async (frame) => void heard.push(frame),
    );
    const sound = joinSound([
      ...[repeat([425], [1000, 4000], 1), tone([425], 1000), silence(600)],
      ...[repeat([425], [480, 480], 4), repeat([425], [480, 480], 4)],
    ]);
    for (let at = 0; at + FRAME_SAMPLES <= sound.length; at += FRAME_SAMPLES)
      await take(sound.slice(at, at + FRAME_SAMPLES));
    expect(told).toEqual(["busy"]);
    expect(heard).toHaveLength(Math.floor(sound.length / FRAME_SAMPLES));
  });
});
