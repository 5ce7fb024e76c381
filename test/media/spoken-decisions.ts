import { createLogger } from "../../infra/logger.ts";
import { SAMPLE_RATE } from "../../media/hearing/voice-activity.ts";
import { openLocalModels } from "../../media/local-speech/local-speech.ts";
import { resample, toFloats, toIntegers } from "../../media/local-speech/resample.ts";
import { addNoise, openMadeSpeech, seededNumbers } from "./made-speech.ts";

/** What somebody says at a telephone who is asked whether they take a caller. */
const SENTENCES = { yes: "Yes, put them through.", no: "No, not now." } as const;

const TELEPHONE_RATE = 8000;
const SNR_DB = 25;
const SEED = 51;

/** Returns both as the natural voice says them, with the noise of a line, in samples of 8 kHz. Throws where the machine has no voice. */
export const makeDecisions = async (): Promise<Record<keyof typeof SENTENCES, Int16Array>> => {
  const models = openLocalModels({
    environment: process.env,
    logger: createLogger("media", { level: "silent", secrets: [] }),
  });
  try {
    await models.prepare();
    const speech = await openMadeSpeech(models);
    const say = async (sentence: string): Promise<Int16Array> => {
      const noisy = addNoise(await speech.naturally(sentence), SNR_DB, seededNumbers(SEED));
      return toIntegers(resample(toFloats(noisy), { from: SAMPLE_RATE, to: TELEPHONE_RATE }));
    };
    const made = { yes: await say(SENTENCES.yes), no: await say(SENTENCES.no) };
    speech.close();
    return made;
  } finally {
    models.close();
  }
};
