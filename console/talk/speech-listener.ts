/** The speech recognition of the Web Speech API, which TypeScript's own types lack. */
interface Recognition {
  addEventListener(type: "result", listener: (event: RecognitionEvent) => void): void;
  addEventListener(type: "error" | "end", listener: (event: Event) => void): void;
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  start(): void;
  stop(): void;
}

interface RecognitionResult {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string } | undefined;
}

interface RecognitionEvent extends Event {
  readonly resultIndex: number;
  readonly results: ArrayLike<RecognitionResult>;
}

const findRecognition = (): (new () => Recognition) | undefined =>
  Reflect.get(window, "SpeechRecognition") ?? Reflect.get(window, "webkitSpeechRecognition");

export const canRecognize = (): boolean => findRecognition() !== undefined;

export interface SpeechListenerEvents {
  /** Called with interim results. */
  forming(text: string): void;
  heard(text: string): void;
  /** Called when nothing more comes of the forming words: recognition was muted or broken off, or has understood nothing. */
  ended(): void;
  /** Called when recognition has failed permanently. */
  failed(): void;
}

export interface SpeechListener {
  setLanguage(language: string): void;
  setMuted(isMuted: boolean): void;
  stop(): void;
}

const FOR_GOOD = new Set(["not-allowed", "service-not-allowed", "audio-capture", "language-not-supported"]);
const AGAIN_AFTER_MS = 250;

/** Recognizes the person's words by the browser's own recognition, which sometimes ends and is restarted. */
export const openSpeechListener = (language: string, events: SpeechListenerEvents): SpeechListener => {
  const Constructor = findRecognition();
  if (!Constructor) throw new Error("this browser recognises no speech");
  const recognition = new Constructor();
  recognition.lang = language;
  recognition.continuous = true;
  recognition.interimResults = true;
  let isWanted = true;
  recognition.addEventListener("result", ({ resultIndex, results }) => {
    for (const result of Array.from(results).slice(resultIndex)) {
      const text = result[0]?.transcript.trim() ?? "";
      if (text !== "" && !result.isFinal) events.forming(text);
      else if (text !== "") events.heard(text);
      else if (result.isFinal) events.ended();
    }
  });
  recognition.addEventListener("error", (event) => {
    if (!FOR_GOOD.has(String(Reflect.get(event, "error")))) return;
    isWanted = false;
    events.failed();
  });
  recognition.addEventListener("end", () => {
    events.ended();
    if (isWanted) setTimeout(start, AGAIN_AFTER_MS);
  });
  const start = () => {
    // `start` throws when it is already running.
    if (isWanted) {
      try {
        recognition.start();
      } catch {}
    }
  };
  start();
  return {
    setLanguage: (changed) => {
      recognition.lang = changed;
      recognition.stop();
    },
    setMuted: (isMuted) => {
      isWanted = !isMuted;
      if (isMuted) recognition.stop();
      else start();
    },
    stop: () => {
      isWanted = false;
      recognition.stop();
    },
  };
};

/** Tells whether a microphone has only heard the agent: every word of it was just said. */
export const isEcho = (heard: string, said: string): boolean => {
  const words = wordsOf(heard);
  const spoken = new Set(wordsOf(said));
  return words.length > 0 && words.every((word) => spoken.has(word));
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
