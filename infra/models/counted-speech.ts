import type { SpeechAmount } from "../../domain/model/speech-usage.ts";
import { type Recognize, type Speak, SPOKEN_SAMPLE_RATE } from "./speech.ts";

/**
 * Wraps a voice; `note` is called once with what each text came to, also of one that was cut off. A text of which nothing
 * was heard was not spoken.
 */
export const countedVoice = (speak: Speak, note: (amount: SpeechAmount) => void): Speak =>
  async function* (text, signal) {
    let samples = 0;
    let isNoted = false;
    const noteOnce = () => {
      if (isNoted || samples === 0) return;
      isNoted = true;
      note({ characters: text.length, soundMs: msOf(samples, SPOKEN_SAMPLE_RATE) });
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

/** Wraps a recognition; `note` is called with what each answer came to. */
export const countedRecognition =
  (recognize: Recognize, note: (amount: SpeechAmount) => void): Recognize =>
  async (sound) => {
    const text = await recognize(sound);
    note({ characters: 0, soundMs: msOf(sound.samples.length, sound.sampleRate) });
    return text;
  };

const msOf = (samples: number, sampleRate: number): number => Math.round((samples / sampleRate) * 1000);
