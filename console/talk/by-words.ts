import { runConversation, type Status } from "./conversation.ts";
import { openMicrophone, watchLevel } from "./level-meter.ts";
import { canRecognize, openSpeechListener, type SpeechListener } from "./speech-listener.ts";
import { createSpeechPlayer, hasVoice } from "./speech-player.ts";
import type { Transcript } from "./transcript.ts";
import { words } from "./words.ts";

/** A conversation in progress, with the actions of the page's buttons. */
export interface Talk {
  writes(text: string): void;
  setMuted(isMuted: boolean): void;
  leave(): void;
}

/** The parts of the page that a conversation changes. */
export interface TalkParts {
  transcript: Transcript;
  meter: HTMLMeterElement;
  note(sentence: string): void;
  onStatus(status: Status): void;
  /** Called when the person may write, and leave. */
  onOpen(talk: Talk): void;
  /** Called when there is a microphone and it is heard. */
  onMicrophone(): void;
}

/** Talks by the browser's own speech; the words go over our WebSocket. */
export const talkByWords = async (
  { token, language }: { token: string; language: string },
  { transcript, meter, note, onStatus, onOpen, onMicrophone }: TalkParts,
): Promise<void> => {
  let listener: SpeechListener | null = null;
  const isSilent = !(await hasVoice());
  if (isSilent) note(words.noVoice);
  let stop = () => {};
  let isOver = false;
  const conversation = runConversation({
    token,
    player: createSpeechPlayer({ isSilent, language }),
    transcript,
    onLanguage: (changed) => listener?.setLanguage(changed),
    onStatus: (status) => {
      isOver = isOver || isEnd(status);
      if (isOver) stop();
      onStatus(status);
    },
  });
  const { says, writes, leave, forms, stopsForming } = conversation;
  onOpen({ writes, leave, setMuted: (isMuted) => listener?.setMuted(isMuted) });
  const microphone = await microphoneOrNote(note);
  if (!microphone) return;
  const stopLevel = watchLevel(microphone, meter);
  listener = openSpeechListener(language, {
    forming: forms,
    heard: says,
    ended: stopsForming,
    failed: () => note(words.noMicrophone),
  });
  stop = () => {
    stopLevel();
    listener?.stop();
  };
  if (isOver) stop();
  else onMicrophone();
};

export const isEnd = (status: Status): boolean => status === "over" || status === "gone" || status === "elsewhere";

/** Opens the microphone; without one, or without recognition, a note is shown, and writing still works. */
const microphoneOrNote = async (note: (sentence: string) => void): Promise<MediaStream | null> => {
  if (!canRecognize()) {
    note(words.noRecognition);
    return null;
  }
  try {
    return await openMicrophone();
  } catch {
    note(words.noMicrophone);
    return null;
  }
};
