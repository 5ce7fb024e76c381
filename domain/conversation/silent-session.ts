import type { TurnSession } from "./turn-session.ts";

/** Speaks nothing: a session in text is read from its rows, and in a call that is over nobody listens. */
export const silentSession: TurnSession = {
  say: () => {},
  pause: () => {},
  playDigits: () => {},
  listen: () => {},
  interrupt: () => {},
  transfer: () => {},
  end: () => {},
};
