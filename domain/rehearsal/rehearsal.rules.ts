/** The states of a rehearsal, and of one of its conversations. */
export const REHEARSAL_STATES = ["running", "paused", "canceled", "done"] as const;
export type RehearsalState = (typeof REHEARSAL_STATES)[number];

/** `failed`: it could not be played. */
export const CONVERSATION_STATES = ["waiting", "playing", "green", "red", "failed", "canceled"] as const;

export const REHEARSAL_COMMANDS = ["pause", "resume", "cancel"] as const;
export type RehearsalCommand = (typeof REHEARSAL_COMMANDS)[number];

export const isRehearsalOver = (state: RehearsalState): boolean => state === "done" || state === "canceled";

/** Returns the state that a command leads to, or a sentence that says why it cannot be carried out. */
export const applyRehearsalCommand = (
  state: RehearsalState,
  command: RehearsalCommand,
): { state: RehearsalState } | { refusal: string } => {
  if (command === "cancel" && state === "canceled") return { state };
  if (isRehearsalOver(state)) return { refusal: `The rehearsal is ${state}: start another one` };
  return { state: NEXT[command] };
};

const NEXT: Readonly<Record<RehearsalCommand, RehearsalState>> = {
  pause: "paused",
  resume: "running",
  cancel: "canceled",
};

/** How many conversations of one rehearsal are played at a time. */
export const CONVERSATIONS_AT_A_TIME = 6;

export interface RehearsalCounts {
  waiting: number;
  playing: number;
  green: number;
  red: number;
  failed: number;
  canceled: number;
}

/** The conversations that were played to their end, well or not. */
export const countPlayed = ({ green, red, failed }: RehearsalCounts): number => green + red + failed;

/** How many rehearsals of an organization are under way at most. */
export const MOST_REHEARSALS_UNDER_WAY = 20;
