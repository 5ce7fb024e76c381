import { espeakSpeech } from "../../media/espeak.ts";

/** What people say in the bench, as samples of SPOKEN_SAMPLE_RATE that begin and end with sound. */
export interface SaidByPeople {
  question: Int16Array;
  storyRequest: Int16Array;
}

/** A longer one asks for a story; the question is half as long, with the silence around it. */
export const STORY_REQUEST_SECONDS = 3.2;

/** @throws where espeak-ng is not on PATH. */
export const sayByEspeak = async (): Promise<SaidByPeople> => ({
  question: withoutSilence(await espeakSpeech("and what about tomorrow")),
  storyRequest: withoutSilence(
    await espeakSpeech("please tell me now the whole long story of how you opened and when you closed last year"),
  ),
});

const QUIET = 400;

const withoutSilence = (sound: Buffer): Int16Array => {
  const samples = Int16Array.from({ length: sound.length / 2 }, (_, at) => sound.readInt16LE(2 * at));
  const isLoud = (sample: number) => Math.abs(sample) > QUIET;
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
};
