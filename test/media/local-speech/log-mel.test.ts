import { expect, it } from "@jest/globals";
import { computeLogMel, MEL_BANDS } from "../../../media/local-speech/log-mel.ts";

const RATE = 16_000;
const FRAMES = 800;

const REFERENCE: readonly (readonly [band: number, frame: number, power: number])[] = [
  [0, 0, -0.14483],
  [0, 400, 0.42667],
  [5, 400, 1.69264],
  [8, 500, 0.88007],
  [20, 350, -0.20338],
  [27, 600, -0.30736],
  [40, 700, -0.30736],
  [60, 760, -0.30736],
  [79, 799, -0.30736],
  [5, 790, 0.69264],
  [30, 312, 0.58842],
  [10, 313, 1.0044],
];
const REFERENCE_MEAN = -0.13812;

/** Silence, a tone with a rising one over it, and the same much quieter. */
const sound = Float32Array.from({ length: 8 * RATE }, (_, at) => {
  const t = at / RATE;
  const tones = 0.3 * Math.sin(2 * Math.PI * 220 * t) + 0.1 * Math.sin(2 * Math.PI * (500 + 300 * t) * t);
  return at < 50_000 ? 0 : at < 120_000 ? tones : 0.01 * tones;
});

it("has the numbers that pipecat's own program computes of the same sound", () => {
  const picture = computeLogMel(sound);
  expect(picture).toHaveLength(MEL_BANDS * FRAMES);
  const at = (band: number, frame: number) => picture[band * FRAMES + frame] ?? Number.NaN;
  for (const [band, frame, power] of REFERENCE) expect(Math.abs(at(band, frame) - power)).toBeLessThan(1e-4);
  const sum = picture.reduce((total, power) => total + power, 0);
  expect(sum / picture.length).toBeCloseTo(REFERENCE_MEAN, 4);
});
