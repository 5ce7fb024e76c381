import { SPOKEN_SAMPLE_RATE } from "../infra/models/speech.ts";
import { signVoiceToken } from "../infra/secrets/join-token.ts";
import type { SessionAddress } from "../workflows/session.contract.ts";
import type { ActiveCall, MediaDependencies, VoiceCall } from "./active-call.ts";
import { createBeepListener } from "./hearing/beep-detector.ts";
import { createForegroundVoice } from "./hearing/foreground-voice.ts";
import { skipSilence } from "./hearing/skip-silence.ts";
import { createSpeechListener, type SpeechListenerEvents } from "./hearing/speech-listener.ts";
import { FRAME_MS } from "./hearing/voice-activity.ts";
import { type MeteredModels, openMeteredModels } from "./metered-models.ts";
import { openRelayChannel, type RelayChannel } from "./relay/relay-channel.ts";
import type { RoomEvents } from "./room/voice-room.ts";
import { fetchPrerecordedAudio } from "./speaking/prerecorded-audio.ts";
import { createSpeechPlayer, type SpeechPlayer } from "./speaking/speech-player.ts";
import { createTurnTaking } from "./turn-taking.ts";

/** Connects the parts of a call, and waits until it is over for this process. */
export const runConversation = async (
  deps: MediaDependencies,
  call: VoiceCall,
  { room, end, signal, wordsUrl, onMachine }: ActiveCall,
): Promise<void> => {
  const { logger } = deps;
  let { language } = call;
  const models = openMeteredModels(deps, { ...call, language: () => language }, () => leave());
  const player = openPlayer(deps, { speak: models.speak, room, onSound: () => exchange.sounds() });
  const { words, done } = openRelayChannel(
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
  const exchange = createTurnTaking({
    player,
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
  const startVoicemailMessage = () => {
    exchange.startVoicemailMessage();
    onMachine?.();
  };
  const sound = onMachine ? createBeepListener(startVoicemailMessage, hear) : hear;
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
    player.reset();
    await settleCost(models, deps);
  }
};

const settleCost = ({ settle }: MeteredModels, { logger }: MediaDependencies): Promise<void> =>
  settle().catch((err: unknown) => logger.warn({ err }, "the cost of a call's speech was not added to it"));

interface Voice {
  speak: MeteredModels["speak"];
  room: ActiveCall["room"];
  onSound(): void;
}

const openPlayer = ({ logger }: MediaDependencies, { speak, room, onSound }: Voice): SpeechPlayer =>
  createSpeechPlayer({
    speak,
    fetchRecording: fetchPrerecordedAudio,
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
  { recognize, openStream, mayRecognizeInPauses }: MeteredModels,
  hearing: { language(): string; events: SpeechListenerEvents },
) => {
  const listening = new AbortController();
  const onFailure = (err: unknown) =>
    logger.warn({ err }, "speech is recognized by one request a sentence from now on: the model's stream failed");
  const listener = createSpeechListener({
    ...hearing,
    voiceActivity: createForegroundVoice(skipSilence(newVoiceActivity()), FRAME_MS),
    recognize,
    mayRecognizeInPauses,
    streaming: openStream && { open: openStream, signal: listening.signal, onFailure },
  });
  return {
    hear: listener.take,
    skip: listener.skip,
    finishHearing: () => {
      if (!listening.signal.aborted) listener.finish();
    },
    stopHearing: () => listening.abort(),
  };
};

const endsOf = (words: RelayChannel, end: ActiveCall["end"]): Pick<RoomEvents, "personLeft" | "failed"> => ({
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
