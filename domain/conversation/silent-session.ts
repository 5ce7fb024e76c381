import type { TurnSession } from "./turn-session.ts";

/** A session without output. Text conversations are read from their rows, and nobody listens in a call that is over. */
export const silentSession: TurnSession = {
  say: () => {},
  pause: () => {},
  playDigits: () => {},
  listen: () => {},
  interrupt: () => {},
  transfer: () => {},
  end: () => {},
};
