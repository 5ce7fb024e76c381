import { type RefObject, useMemo, useRef, useState } from "react";

/** The recording of a call, and what follows it. */
export interface Playback {
  audio: RefObject<HTMLAudioElement | null>;
  /** Where it is; null until it was played or moved. */
  seconds: number | null;
  setSeconds(seconds: number): void;
  /** Moves to a place, playing or not. */
  moveTo(seconds: number): void;
  playFrom(seconds: number): void;
}

export const usePlayback = (): Playback => {
  const audio = useRef<HTMLAudioElement>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  return useMemo(() => {
    const moveTo = (to: number) => {
      if (audio.current) audio.current.currentTime = to;
      setSeconds(to);
    };
    return {
      audio,
      seconds,
      setSeconds,
      moveTo,
      playFrom: (from) => {
        moveTo(from);
        // It refuses where the file cannot be loaded; the player says so itself.
        void audio.current?.play().catch(() => undefined);
      },
    };
  }, [seconds]);
};
