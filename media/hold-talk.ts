import { SPOKEN_SAMPLE_RATE } from "../infra/models/speech.ts";
import { signVoiceToken } from "../infra/secrets/join-token.ts";
import type { SessionAddress } from "../workflows/session.contract.ts";
import { createBeepListener } from "./beep-detector.ts";
import { type CountedModels, openCountedModels } from "./counted-models.ts";
import { createForegroundVoice } from "./foreground-voice.ts";
import type { HeldCall, MediaDependencies, VoiceCall } from "./held-call.ts";
import type { RoomEvents } from "./room.ts";
import { skipSilence } from "./skip-silence.ts";
import { createSpeechListener, type SpeechListenerEvents } from "./speech-listener.ts";
import { fetchRecordingSound } from "./recording-sound.ts";
import { createSpeechPlayer, type SpeechPlayer } from "./speech-player.ts";
import { createConversationRelay } from "./talk.ts";
import { FRAME_MS } from "./voice-activity.ts";
import { openWordsChannel, type WordsChannel } from "./words-channel.ts";

/** Connects the parts of a call, and waits until it is over for this process. */
export const holdTalk = async (
  deps: MediaDependencies,
  call: VoiceCall,
  { room, end, signal, wordsUrl, onMachine }: HeldCall,
): Promise<void> => {
  const { logger } = deps;
  let { language } = call;
  const models = openCountedModels(deps, { ...call, language: () => language }, () => leave());
  const mouth = openMouth(deps, { speak: models.speak, room, onSound: () => exchange.sounds() });
  const { words, done } = openWordsChannel(
    wordsUrl ?? buildTalkUrl(deps, call.address),
    {
      frame: (frame) => exchange.takeFrame(frame),
      lost: () => exchange.startOver(),
      awaitsWords: () => exchange.awaitsWords(),
    },
    signal,
  );
  /** A call that can no longer be heard or answered is over. */
  const leave = () => {
    words.send({ type: "leave" });
    end({ kind: "over" });
  };
  const exchange = createConversationRelay({
    mouth,
    words,
    logger,
    show: room.show,
    setLanguage: (changed) => void (language = changed),
    pressDigits: (digits) => void room.pressDigits(digits),
    onOver: () => end({ kind: "over" }),
  });
  const { hear, skip, finishHearing, stopHearing } = openHearing(deps, models, {
    language: () => language,
    events: exchange.heardEvents,
  });
  const sayFirst = once(() => logger.info({ run_uuid: call.address.runUuid }, "a person's microphone is heard"));
  const beGreetedByMachine = () => {
    exchange.beGreetedByMachine();
    onMachine?.();
  };
  const sound = onMachine ? createBeepListener(beGreetedByMachine, hear) : hear;
  room.listen({
    sound: (frame) => {
      sayFirst();
      return sound(frame);
    },
    soundMissing: skip,
    soundEnded: finishHearing,
    written: exchange.written,
    digit: exchange.pressed,
    ...endsOf(words, end),
  });
  try {
    await done;
  } finally {
    stopHearing();
    mouth.reset();
    await settleCost(models, deps);
  }
};

const settleCost = ({ settle }: CountedModels, { logger }: MediaDependencies): Promise<void> =>
  settle().catch((err: unknown) => logger.warn({ err }, "the cost of a call's speech was not added to it"));

interface Voice {
  speak: CountedModels["speak"];
  room: HeldCall["room"];
  onSound(): void;
}

const openMouth = ({ logger }: MediaDependencies, { speak, room, onSound }: Voice): SpeechPlayer =>
  createSpeechPlayer({
    speak,
    fetchRecording: fetchRecordingSound,
    speaker: room.speaker,
    sampleRate: SPOKEN_SAMPLE_RATE,
    onSound,
    onFailure: (err) => logger.warn({ err }, "a sentence was not spoken: the voice's model failed"),
  });

/**
 * Opens the hearing of a call. `stopHearing` aborts when the call is over: then no stream stays open, and a sentence that the end
 * has broken off is not recognized.
 */
const openHearing = (
  { logger, newVoiceActivity }: MediaDependencies,
  { recognize, openStream, mayRecognizeInPauses }: CountedModels,
  listener: { language(): string; events: SpeechListenerEvents },
) => {
  const listening = new AbortController();
  const onFailure = (err: unknown) =>
    logger.warn({ err }, "speech is recognized by one request a sentence from now on: the model's stream failed");
  const ear = createSpeechListener({
    ...listener,
    voiceActivity: createForegroundVoice(skipSilence(newVoiceActivity()), FRAME_MS),
    recognize,
    mayRecognizeInPauses,
    streaming: openStream && { open: openStream, signal: listening.signal, onFailure },
  });
  return {
    hear: ear.take,
    skip: ear.skip,
    finishHearing: () => {
      if (!listening.signal.aborted) ear.finish();
    },
    stopHearing: () => listening.abort(),
  };
};

const endsOf = (words: WordsChannel, end: HeldCall["end"]): Pick<RoomEvents, "personLeft" | "failed"> => ({
  personLeft: () => {
    words.send({ type: "leave" });
    end({ kind: "person_left" });
  },
  failed: (error) => end({ kind: "failed", error }),
});

const once = (work: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
};

const buildTalkUrl = (deps: MediaDependencies, address: SessionAddress): string =>
  `${deps.apiUrl.replace(/^http/, "ws")}/api/v1/talk/${signVoiceToken(deps, address)}`;
