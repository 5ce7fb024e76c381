import type { Recognize } from "../../infra/models/speech.ts";
import { createCutter } from "./audio-frames.ts";
import { createSpeechListener } from "./speech-listener.ts";
import { FRAME_SAMPLES, type VoiceActivity } from "./voice-activity.ts";

/** Hears what a supervisor says to the person. */
export interface SupervisorHearing {
  /** Takes their microphone's sound, as far as the person hears it. */
  take(samples: Int16Array): void;
  /** They have let go of the call, maybe within a sentence. */
  finish(): void;
}

interface Parts {
  newVoiceActivity(): VoiceActivity;
  recognize: Recognize;
  /** BCP 47, the present language. */
  language(): string;
  said(text: string): void;
  onFailure(error: unknown): void;
}

/** A microphone that sends nothing for so long was switched off, maybe right after a word. */
const SWITCHED_OFF_AFTER_MS = 1000;

/** Recognizes a supervisor's sentences, for the transcript alone: nobody waits for the words. */
export const createSupervisorHearing = ({
  newVoiceActivity,
  recognize,
  language,
  said,
  onFailure,
}: Parts): SupervisorHearing => {
  const cut = createCutter(FRAME_SAMPLES);
  const listener = createSpeechListener({
    voiceActivity: newVoiceActivity(),
    recognize,
    mayRecognizeInPauses: false,
    language,
    events: {
      mayStart: () => {},
      wasNoise: () => {},
      started: () => {},
      forms: () => {},
      stopped: () => {},
      heard: (text) => {
        if (text.trim() !== "") said(text);
      },
      failed: onFailure,
    },
  });
  let heard = Promise.resolve();
  let silent: NodeJS.Timeout | undefined;
  const finish = (): void => {
    clearTimeout(silent);
    heard = heard.then(listener.finish);
  };
  return {
    take: (samples) => {
      clearTimeout(silent);
      silent = setTimeout(finish, SWITCHED_OFF_AFTER_MS).unref();
      for (const frame of cut(samples)) heard = heard.then(() => listener.take(frame)).catch(onFailure);
    },
    finish,
  };
};
