import { setTimeout as wait } from "node:timers/promises";
import type { Turn } from "../telephony/simulator/simulator.instructions.ts";
import type { CarrierFrame, PlatformFrame } from "./relay.ts";
import { createSpeechListener, type SpeechListener, WORD_MS } from "./speech-listener.ts";
import type { Note, TalkLine } from "./talk.ts";

/** Words that arrive this soon after an interruption belong to what was interrupted. */
const IN_FLIGHT_MS = 40;
/** A person who has no line for it talks with somebody for this long. */
const TALK_WITH_OTHERS_SECONDS = 20;

export interface PersonOptions {
  talk: readonly TalkLine[];
  speed: number;
  language: string;
  note(note: Note): void;
  /** Aborted when the call is over. */
  stopped: AbortSignal;
}

/** A simulated person who follows a script, over a relay or turn by turn, and continues where they stopped. */
export interface Person {
  /** Talks over a relay until the person hangs up or the relay ends. */
  talkOver(send: (frame: CarrierFrame) => void): RelayTalk;
  /** The agent has said this, in a call that goes turn by turn; of a recording, its address. */
  hear(words: string): void;
  /** Returns what the person does when the platform listens: nothing, while what they wait for was not said. */
  nextTurn(silenceSeconds: number): Promise<Turn | "hung_up">;
  /** Talks with somebody in a conference, as long as the rest of the lines say, until one of the two leaves. */
  talkWithOthers(over: AbortSignal): Promise<"left" | "ended">;
}

export interface RelayTalk {
  receive(frame: PlatformFrame): void;
  /** Called when the relay has ended. */
  close(): void;
  done: Promise<"hung_up" | "relay_ended">;
}

export const createPerson = (options: PersonOptions): Person => {
  const lines = [...options.talk];
  const pause = (seconds: number) =>
    wait((seconds * 1000) / options.speed, undefined, { signal: options.stopped }).catch(() => undefined);
  let heard = "";
  const waitsFor = (line: TalkLine | undefined): boolean =>
    line !== undefined && "after" in line && line.after !== undefined && !new RegExp(line.after).test(heard);
  return {
    talkOver: (send) => talkOverRelay({ ...options, lines, send, pause }),
    hear: (words) => {
      heard += `${words} `;
    },
    nextTurn: async (silenceSeconds) => {
      for (;;) {
        if (waitsFor(lines[0])) {
          await pause(silenceSeconds);
          return options.stopped.aborted ? "hung_up" : { kind: "silence" };
        }
        const line = lines.shift();
        if (!line || options.stopped.aborted || "hangs_up" in line || "hangs_up_after_words" in line) return "hung_up";
        if (!("waits_seconds" in line)) heard = "";
        if ("presses" in line) {
          options.note({ who: "person", what: "pressed", text: line.presses });
          return { kind: "digits", digits: line.presses };
        }
        if ("says" in line) {
          options.note({ who: "person", what: "said", text: line.says });
          return { kind: "speech", text: line.says, confidence: 0.92 };
        }
        await pause(Math.min(line.waits_seconds, silenceSeconds));
        if (line.waits_seconds >= silenceSeconds) return { kind: "silence" };
      }
    },
    talkWithOthers: async (over) => {
      const seconds = lines.reduce((sum, line) => sum + ("waits_seconds" in line ? line.waits_seconds : 0), 0);
      const leaves = lines.some((line) => "hangs_up" in line);
      const signal = AbortSignal.any([over, options.stopped]);
      const talked = ((leaves ? seconds : seconds + TALK_WITH_OTHERS_SECONDS) * 1000) / options.speed;
      await wait(talked, undefined, { signal }).catch(() => undefined);
      return signal.aborted ? "ended" : "left";
    },
  };
};

/** A conversation over one relay. */
interface Talking extends PersonOptions {
  lines: TalkLine[];
  listener: SpeechListener;
  send(frame: CarrierFrame): void;
  pause(seconds: number): Promise<unknown>;
}

const talkOverRelay = (talking: Omit<Talking, "listener">): RelayTalk => {
  const listener = createSpeechListener(talking.speed);
  return {
    receive: (frame) => {
      if (frame.type === "text") listener.hear(frame.token, frame.last);
      if (frame.type === "play") listener.hearRecording(frame.source);
      if (frame.type === "sendDigits") talking.note({ who: "agent", what: "pressed", text: frame.digits });
      if (frame.type === "end") talking.note({ who: "agent", what: "ended", text: frame.handoffData ?? "" });
    },
    close: listener.close,
    done: followLines({ ...talking, listener }),
  };
};

const followLines = async (talking: Talking): Promise<"hung_up" | "relay_ended"> => {
  const { lines, listener } = talking;
  let isUnasked = false;
  for (let line = lines[0]; line; line = lines[0]) {
    const goesOn = await follow(talking, line, isUnasked);
    // A line that the end of the relay cut short is said again later.
    if (listener.isClosed()) break;
    lines.shift();
    if (!goesOn) return "hung_up";
    isUnasked = "waits_seconds" in line;
  }
  if (!listener.isClosed()) await listener.untilPause();
  noteHeard(talking);
  return listener.isClosed() ? "relay_ended" : "hung_up";
};

/** Returns false when the person hangs up. */
const follow = async (talking: Talking, line: TalkLine, isUnasked: boolean): Promise<boolean> => {
  const { listener } = talking;
  if ("waits_seconds" in line) {
    // A person without a connection does not wait any longer.
    await Promise.race([talking.pause(line.waits_seconds), listener.closed]);
    return true;
  }
  if ("hangs_up_after_words" in line) {
    if (await listener.untilWords(line.hangs_up_after_words)) noteHeard(talking, line.hangs_up_after_words);
    return false;
  }
  if ("interrupts_after_words" in line) {
    if (await listener.untilWords(line.interrupts_after_words)) await interrupt(talking, line.interrupts_after_words);
    else if (!(await listener.untilPause())) return false;
  } else if (!isUnasked && !(await listener.untilPause(line.after))) return false;
  noteHeard(talking);
  if ("hangs_up" in line) return false;
  if ("presses" in line) press(talking, line.presses);
  else say(talking, line.says, "partials" in line && line.partials);
  return true;
};

const noteHeard = ({ listener, note }: Talking, words?: number): void => {
  listener.heard(words).forEach(note);
  listener.forget();
};

const say = ({ note, send, language }: Talking, words: string, partials: boolean): void => {
  note({ who: "person", what: "said", text: words });
  const each = words.split(" ");
  const told = partials ? each.map((_, index) => each.slice(0, index + 1).join(" ")) : [words];
  told.forEach((voicePrompt, index) =>
    send({ type: "prompt", voicePrompt, lang: language, last: index === told.length - 1 }),
  );
};

const press = ({ note, send }: Talking, digits: string): void => {
  note({ who: "person", what: "pressed", text: digits });
  for (const digit of digits) send({ type: "dtmf", digit });
};

const interrupt = async (talking: Talking, count: number): Promise<void> => {
  const utteranceUntilInterrupt = talking.listener.heard(count)[0]?.text ?? "";
  noteHeard(talking, count);
  talking.send({ type: "interrupt", utteranceUntilInterrupt, durationUntilInterruptMs: count * WORD_MS });
  await wait(IN_FLIGHT_MS);
  talking.listener.forget();
};
