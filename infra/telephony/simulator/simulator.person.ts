import { setTimeout as wait } from "node:timers/promises";
import { createEar } from "./simulator.ear.ts";
import type { Turn } from "./simulator.instructions.ts";
import type { CarrierFrame, PlatformFrame } from "./simulator.relay.ts";
import type { Note, TalkLine } from "./simulator.talk.ts";

/** Words that are on their way when the person interrupts belong to what was interrupted. */
const IN_FLIGHT_MS = 40;
const WORD_MS = 400;

export interface PersonOptions {
  talk: readonly TalkLine[];
  speed: number;
  language: string;
  note(note: Note): void;
  /** Aborted when the call is over. */
  stopped: AbortSignal;
}

/** Somebody on the phone who follows a script, over a relay or turn by turn, going on where they stopped. */
export interface Person {
  /** Talks over a relay until the person hangs up or the relay ends. */
  talkOver(send: (frame: CarrierFrame) => void): RelayTalk;
  /** What the person does when the platform listens. */
  nextTurn(silenceSeconds: number): Promise<Turn | "hung_up">;
}

export interface RelayTalk {
  receive(frame: PlatformFrame): void;
  /** The relay is gone. */
  close(): void;
  done: Promise<"hung_up" | "relay_ended">;
}

export const createPerson = (options: PersonOptions): Person => {
  const lines = [...options.talk];
  const pause = (seconds: number) =>
    wait((seconds * 1000) / options.speed, undefined, { signal: options.stopped }).catch(() => undefined);
  return {
    talkOver: (send) => talkOverRelay(lines, send, { ...options, pause }),
    nextTurn: async (silenceSeconds) => {
      for (;;) {
        const line = lines.shift();
        if (!line || options.stopped.aborted || "hangs_up" in line || "hangs_up_after_words" in line) return "hung_up";
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
  };
};

type RelayOptions = PersonOptions & { pause(seconds: number): Promise<unknown> };

const talkOverRelay = (
  lines: TalkLine[],
  send: (frame: CarrierFrame) => void,
  { speed, language, note, pause }: RelayOptions,
): RelayTalk => {
  const ear = createEar(speed);
  let isClosed = false;
  const noteHeard = (words?: number) => {
    ear.heard(words).forEach(note);
    ear.forget();
  };
  const prompt = (voicePrompt: string, last: boolean) => send({ type: "prompt", voicePrompt, lang: language, last });
  const say = (words: string, partials = false) => {
    note({ who: "person", what: "said", text: words });
    const each = partials ? words.split(" ").slice(0, -1) : [];
    each.forEach((_, index) =>
      prompt(
        words
          .split(" ")
          .slice(0, index + 1)
          .join(" "),
        false,
      ),
    );
    prompt(words, true);
  };
  const interrupt = async (count: number) => {
    const [cutOff] = ear.heard(count);
    noteHeard(count);
    const utteranceUntilInterrupt = cutOff?.text ?? "";
    send({ type: "interrupt", utteranceUntilInterrupt, durationUntilInterruptMs: count * WORD_MS });
    await wait(IN_FLIGHT_MS);
    ear.forget();
  };
  /** false: the person hangs up. */
  const follow = async (line: TalkLine, isUnasked: boolean): Promise<boolean> => {
    if ("waits_seconds" in line) {
      await pause(line.waits_seconds);
      return true;
    }
    if ("hangs_up_after_words" in line) {
      if (await ear.untilWords(line.hangs_up_after_words)) noteHeard(line.hangs_up_after_words);
      return false;
    }
    if ("interrupts_after_words" in line) {
      if (await ear.untilWords(line.interrupts_after_words)) await interrupt(line.interrupts_after_words);
      else if (!(await ear.untilPause())) return false;
      noteHeard();
      say(line.says);
      return true;
    }
    if (!isUnasked && !(await ear.untilPause(line.after))) return false;
    noteHeard();
    if ("hangs_up" in line) return false;
    if ("says" in line) say(line.says, line.partials);
    else {
      note({ who: "person", what: "pressed", text: line.presses });
      for (const digit of line.presses) send({ type: "dtmf", digit });
    }
    return true;
  };
  const talk = async (): Promise<"hung_up" | "relay_ended"> => {
    let isUnasked = false;
    for (let line = lines[0]; line; line = lines[0]) {
      const goesOn = await follow(line, isUnasked);
      // A line that the end of the relay cut short is said when words can pass again.
      if (isClosed) break;
      lines.shift();
      if (!goesOn) return "hung_up";
      isUnasked = "waits_seconds" in line;
    }
    if (!isClosed) await ear.untilPause();
    noteHeard();
    return isClosed ? "relay_ended" : "hung_up";
  };
  return {
    receive: (frame) => {
      if (frame.type === "text") ear.hear(frame.token, frame.last);
      if (frame.type === "sendDigits") note({ who: "agent", what: "pressed", text: frame.digits });
      if (frame.type === "end") note({ who: "agent", what: "ended", text: frame.handoffData ?? "" });
    },
    close: () => {
      isClosed = true;
      ear.close();
    },
    done: talk(),
  };
};
