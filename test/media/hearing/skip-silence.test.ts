import { expect, it } from "@jest/globals";
import { skipSilence } from "../../../media/hearing/skip-silence.ts";

const SOUND = Int16Array.of(3, -400, 7);
/** Noise that a line has while nobody speaks into it. */
const SILENCE = Int16Array.of(3, -16, 7);
const HALF_A_SECOND = 16;

/** Takes frames one after another, and tells for each whether the model was asked. */
const open = () => {
  let asked = 0;
  const voice = skipSilence(async () => {
    asked += 1;
    return 0.4;
  });
  return async (frames: readonly Int16Array[]) => {
    const answers: (number | "asked")[] = [];
    for (const frame of frames) {
      const before = asked;
      const likelihood = await voice(frame);
      answers.push(asked > before && likelihood === 0.4 ? "asked" : likelihood);
    }
    return answers;
  };
};

it("asks the model about sound, and about the half second behind it, in which its memory of the sound fades", async () => {
  const take = open();
  const asked = Array(HALF_A_SECOND).fill("asked");
  expect(await take(Array(HALF_A_SECOND).fill(SOUND))).toEqual(asked);
  expect(await take(Array(HALF_A_SECOND).fill(SILENCE))).toEqual(asked);
});

it("finds no voice in further silence without asking, and asks again from the first sound on", async () => {
  const take = open();
  await take([SOUND, ...Array(HALF_A_SECOND).fill(SILENCE)]);
  expect(await take(Array(100).fill(SILENCE))).toEqual(Array(100).fill(0));
  expect(await take([SOUND, SILENCE])).toEqual(["asked", "asked"]);
});
