import type { TurnSession } from "./turn-session.ts";

/** A session without output: text conversations are read from their rows, and in a call that is over nobody listens. */
export const silentSession: TurnSession = {
  say: () => {},
  pause: () => {},
  playDigits: () => {},
  listen: () => {},
  interrupt: () => {},
  transfer: () => {},
  end: () => {},
};
