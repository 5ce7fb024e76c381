import { setTimeout as delay } from "node:timers/promises";
import type { Listening, TurnSession } from "../../../domain/conversation/turn-session.ts";
import type { OutgoingFrame } from "./relay-frames.ts";
import type { SpeechClock } from "./speech-clock.ts";

const LONGEST_SPEECH_PAUSE_MS = 5000;

/** The call's reactions to the end of a turn. */
export interface TurnEnds {
  onListen(listening: Listening): void;
  /** Called when the last words were spoken. `handOff` is for readers of the carrier's log. */
  onEnd(handOff: string): void;
}

/** Creates the session of a call whose words pass over a WebSocket: each sentence is sent as it comes. */
export const createRelaySession = (
  send: (frame: OutgoingFrame) => void,
  clock: SpeechClock,
  { onListen, onEnd }: TurnEnds,
): TurnSession => {
  const finish = async (handOff: string): Promise<void> => {
    send({ type: "text", token: "", last: true });
    await delay(clock.remainingMs());
    onEnd(handOff);
  };
  return {
    say: ({ text, interruptible, play, playMs }) => {
      clock.speak(text, playMs);
      if (play === undefined) send({ type: "text", token: `${text} `, last: false, interruptible });
      else send({ type: "play", source: play, interruptible });
    },
    pause: async (durationMs) => {
      await delay(Math.min(durationMs, LONGEST_SPEECH_PAUSE_MS));
    },
    playDigits: (digits) => send({ type: "sendDigits", digits }),
    listen: (listening) => {
      send({ type: "text", token: "", last: true });
      onListen(listening);
    },
    // The carrier has stopped by itself and reported it.
    interrupt: () => clock.cut(),
    // The transfer is carried out when the carrier asks what comes after the relay.
    transfer: () => finish("transfer"),
    join: () => finish("join"),
    end: ({ reason }) => finish(reason),
  };
};
