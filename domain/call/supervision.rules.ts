import { HOUR_MS } from "../time/durations.rules.ts";
import { type CallRunState, isCallOver } from "./call-states.rules.ts";

/** `listen`: hears and reads, and may whisper; `take_over`: speaks to the person in the agent's place. */
export const SUPERVISION_MODES = ["listen", "take_over"] as const;

/** `handing_back`: the supervisor has let go of the call, and the agent does not speak again yet. */
export const SUPERVISION_STATES = ["open", "handing_back", "ended"] as const;

/** `lost`: nothing was heard of the supervisor any more; `hung_up`: they ended the call as they left. */
export const SUPERVISION_ENDS = ["left", "lost", "call_over", "hung_up"] as const;
export type SupervisionEnd = (typeof SUPERVISION_ENDS)[number];

/** Supervisors of one call at a time. */
export const MOST_SUPERVISORS = 5;
/** A supervisor's connection shows this often that it lives. */
export const SUPERVISOR_PULSE_SECONDS = 2;
/** A supervisor of whom nothing was heard for this long is gone, and the agent goes on: with a pulse and a look within ten seconds. */
export const SUPERVISOR_LOST_AFTER_SECONDS = 7;
/** A supervisor joins within this time of asking for it. */
export const SUPERVISOR_JOINS_WITHIN_SECONDS = 30;
/** Characters of a whisper, and of what a supervisor has the agent's voice say. */
export const LONGEST_SUPERVISOR_WORDS = 2_000;
/** What a supervisor has written and the call has not said yet. */
export const MOST_UNSAID_WORDS = 20;

/** A connection that is lost is opened anew with the same token, for as long as calls last. */
export const SUPERVISION_TOKEN_MS = 4 * HOUR_MS;

/** The least role that may supervise calls. */
export const SUPERVISING_ROLE = "supervisor";

export type NoSupervision = "call_over" | "disclosure_off";

/**
 * Returns why nobody may hear or change a call as its supervisor; null: they may. The disclosure is what tells the person that others may
 * listen.
 */
export const explainNoSupervision = ({
  state,
  isDisclosureOff,
}: {
  state: CallRunState;
  isDisclosureOff: boolean;
}): NoSupervision | null => {
  if (isCallOver({ state })) return "call_over";
  return isDisclosureOff ? "disclosure_off" : null;
};

/** Tells whether somebody may begin to supervise a call: somebody talks in it. Who has begun goes on until it is over. */
export const canBeginSupervision = (state: CallRunState): boolean => state === "in_progress";

/** A call as far as its supervision depends on it. */
export interface SupervisedCall {
  /** How its words come and go; null: nobody talks yet. */
  driver: "text" | "relay" | "turn_webhook" | "browser" | null;
  /** Its sound passes through the platform. */
  carriesSound: boolean;
  /** It is the call to a person who has taken a caller, and talks with them. */
  isWithCaller?: boolean;
}

/** What a supervisor can do in a call; a sentence says why not. */
export interface SupervisionMeans {
  /** Null: both sides are heard. */
  noSound: string | null;
  /** Null: the call can be taken over. */
  noTakeOver: string | null;
}

/** Tells what a supervisor can do in a call. */
export const describeMeans = ({ driver, carriesSound, isWithCaller = false }: SupervisedCall): SupervisionMeans => ({
  noSound: describeSilence(carriesSound, isWithCaller),
  noTakeOver: driver === null ? "Nobody talks in this call yet" : (UNABLE[driver] ?? null),
});

const describeSilence = (carriesSound: boolean, isWithCaller: boolean): string | null => {
  if (!carriesSound)
    return "The sound of this call does not pass through the platform: its words are shown, and what you write is spoken";
  return isWithCaller
    ? "Whoever is called here talks with the caller whom they have taken: listen to the caller's call, in which both are heard"
    : null;
};

const UNABLE: Readonly<Partial<Record<NonNullable<SupervisedCall["driver"]>, string>>> = {
  turn_webhook:
    "The carrier of this call asks for each answer, so that nothing can be said before the person speaks: whisper to the agent instead",
  text: "This conversation is in writing, and its agent answers each message: whisper to the agent instead",
};

/** Formats how long somebody supervised a call: `45 s`, `3 min 5 s`. */
export const formatSupervised = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};
