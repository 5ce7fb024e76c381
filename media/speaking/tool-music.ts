import { setTimeout as delay } from "node:timers/promises";
import type { Speaker, SpeechPlayer } from "./speech-player.ts";

/** Music that plays while the agent waits for a tool. */
export interface ToolMusic {
  /** Plays the recording at this address again and again, once the agent is silent. */
  play(url: string): void;
  /** Ends it, with the very next sample. */
  stop(): void;
  /** Is silent while somebody may be speaking, until `letGo` or `stop`. */
  hold(): void;
  letGo(): void;
}

interface Parts {
  /** Yields the sound of a recording. */
  fetchRecording(url: string, signal: AbortSignal): AsyncIterable<Int16Array>;
  speaker: Speaker;
  player: Pick<SpeechPlayer, "isSpeaking">;
  onFailure(error: unknown): void;
}

const SILENCE_LOOKED_FOR_EVERY_MS = 50;

export const createToolMusic = ({ fetchRecording, speaker, player, onFailure }: Parts): ToolMusic => {
  let wanted: { url: string; over: AbortController } | null = null;
  let isHeld = false;
  let isSounding = false;
  /** Increases when the music falls silent, so that what plays it ends. */
  let generation = 0;
  const known = new Map<string, Int16Array[]>();

  const fetchOnce = async (url: string, signal: AbortSignal): Promise<Int16Array[]> => {
    const fetched = known.get(url);
    if (fetched) return fetched;
    const parts: Int16Array[] = [];
    for await (const part of fetchRecording(url, signal)) parts.push(part);
    known.set(url, parts);
    return parts;
  };
  const fallSilent = (): void => {
    generation += 1;
    if (isSounding) speaker.clear();
    isSounding = false;
  };
  const sound = async ({ url, over }: NonNullable<typeof wanted>): Promise<void> => {
    const mine = generation;
    const parts = await fetchOnce(url, over.signal);
    while (mine === generation && player.isSpeaking()) await delay(SILENCE_LOOKED_FOR_EVERY_MS);
    for (let at = 0; mine === generation && parts.length > 0; at = (at + 1) % parts.length) {
      const part = parts[at];
      if (!part) return;
      isSounding = true;
      await speaker.play(part);
    }
  };
  const begin = (): void => {
    if (wanted === null || isHeld) return;
    const { over } = wanted;
    sound(wanted).catch((error: unknown) => over.signal.aborted || onFailure(error));
  };
  return {
    play: (url) => {
      fallSilent();
      wanted = { url, over: new AbortController() };
      begin();
    },
    stop: () => {
      wanted?.over.abort();
      wanted = null;
      isHeld = false;
      fallSilent();
    },
    hold: () => {
      isHeld = true;
      fallSilent();
    },
    letGo: () => {
      if (!isHeld) return;
      isHeld = false;
      begin();
    },
  };
};
