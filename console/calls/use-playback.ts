import { type RefObject, useMemo, useRef, useState } from "react";

/** The playback of a call's recording, with its followers. */
export interface Playback {
  audio: RefObject<HTMLAudioElement | null>;
  /** The position; null until it was played or moved. */
  seconds: number | null;
  setSeconds(seconds: number): void;
  /** Moves to a position, playing or not. */
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
        // It rejects when the file cannot be loaded, which the player itself shows.
        void audio.current?.play().catch(() => undefined);
      },
    };
  }, [seconds]);
};
