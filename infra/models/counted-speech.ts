import { estimateMostOfText, LONGEST_HEARD_MS } from "../../domain/model/speech-allowance.ts";
import type { SpeechAmount } from "../../domain/model/speech-usage.ts";
import { type OpenRecognitionStream, type Recognize, SPOKEN_SAMPLE_RATE, type Speak } from "./speech.ts";

/** Called once with the usage of a request. Null: it was not carried out. */
type EndSpeech = (came: SpeechAmount | null) => void;

/** Called before a request with the most that it can use. Throws when the request may not be made. */
export type BeginSpeech = (most: SpeechAmount) => EndSpeech | Promise<EndSpeech>;

/**
 * Wraps a voice of this pace and reports the usage of each text, also of one that was cut off. A text of which nothing was heard
 * counts as not spoken.
 */
export const countVoiceUsage = (speak: Speak, begin: BeginSpeech, speed = 1): Speak =>
  async function* (text, signal) {
    const end = await begin(estimateMostOfText(text.length, speed));
    let samples = 0;
    let isNoted = false;
    const noteOnce = () => {
      if (isNoted) return;
      isNoted = true;
      end(samples === 0 ? null : { characters: text.length, soundMs: msOf(samples, SPOKEN_SAMPLE_RATE) });
    };
    // Nobody reads the rest of a text that is cut off.
    signal.addEventListener("abort", noteOnce, { once: true });
    try {
      for await (const sound of speak(text, signal)) {
        samples += sound.length;
        yield sound;
      }
    } finally {
      signal.removeEventListener("abort", noteOnce);
      noteOnce();
    }
  };

/** Wraps a recognition and reports the usage of each request. */
export const countRecognitionUsage =
  (recognize: Recognize, begin: BeginSpeech): Recognize =>
  async (sound) => {
    const amount = { characters: 0, soundMs: msOf(sound.samples.length, sound.sampleRate) };
    const end = await begin(amount);
    try {
      const text = await recognize(sound);
      end(amount);
      return text;
    } catch (error) {
      end(null);
      throw error;
    }
  };

/** Wraps a recognition while somebody speaks and reports once what was sent, however the stream ends. */
export const countStreamUsage =
  (open: OpenRecognitionStream, begin: BeginSpeech): OpenRecognitionStream =>
  async (speech) => {
    const end = await begin({ characters: 0, soundMs: LONGEST_HEARD_MS });
    let samples = 0;
    let isNoted = false;
    const noteOnce = () => {
      if (isNoted) return;
      isNoted = true;
      end(samples === 0 ? null : { characters: 0, soundMs: msOf(samples, speech.sampleRate) });
    };
    const stream = await open(speech).catch((error: unknown) => {
      noteOnce();
      throw error;
    });
    return {
      take: (part) => {
        const isSent = stream.take(part);
        if (isSent) samples += part.length;
        return isSent;
      },
      pause: () => stream.pause?.(),
      finish: (isPaused) => stream.finish(isPaused).finally(noteOnce),
      drop: () => {
        noteOnce();
        stream.drop();
      },
    };
  };

const msOf = (samples: number, sampleRate: number): number => Math.round((samples / sampleRate) * 1000);
