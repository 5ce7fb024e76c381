import { useEffect, useRef, useState } from "react";
import { hasVoice } from "../talk/speech-player.ts";

/** The person's voice is higher than the agent's, so that a listener can tell them apart. */
const PITCH = { agent: 1, person: 1.5 };

interface Spoken {
  speaker: keyof typeof PITCH;
  text: string;
}

interface ReadAloud {
  /** Undefined until the browser has reported it. */
  hasVoice: boolean | undefined;
  isReading: boolean;
  /** Reads from this line on; calls `onLine` as each line begins. */
  read(lines: readonly Spoken[], from: number, onLine: (index: number) => void): void;
  stop(): void;
}

/** Reads lines aloud with the browser's own voice, one after another. */
export const useReadAloud = (language: string): ReadAloud => {
  const [voice, setVoice] = useState<boolean>();
  const [isReading, setReading] = useState(false);
  /** Increases with each start and stop, so that in any browser the end of a stopped line starts no other. */
  const turn = useRef(0);
  useEffect(() => {
    void hasVoice().then(setVoice);
    return () => {
      turn.current += 1;
      window.speechSynthesis?.cancel();
    };
  }, []);
  const stop = () => {
    turn.current += 1;
    setReading(false);
    window.speechSynthesis?.cancel();
  };
  const read: ReadAloud["read"] = (lines, from, onLine) => {
    const line = lines[from];
    turn.current += 1;
    const mine = turn.current;
    setReading(line !== undefined);
    if (!line) return;
    onLine(from);
    const utterance = new SpeechSynthesisUtterance(line.text);
    utterance.lang = language;
    utterance.pitch = PITCH[line.speaker];
    utterance.addEventListener("end", () => mine === turn.current && read(lines, from + 1, onLine));
    utterance.addEventListener("error", () => mine === turn.current && setReading(false));
    speechSynthesis.speak(utterance);
  };
  return { hasVoice: voice, isReading, read, stop };
};
