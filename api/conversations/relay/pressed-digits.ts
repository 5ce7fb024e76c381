/** The longest pause between two keys of one number, and after the last. */
const NEXT_KEY_WITHIN_MS = 1500;
const LONGEST_INPUT = 64;

/** A key, and the name that the other end gives it, if it does. */
export interface PressedKey {
  digit: string;
  id?: string | undefined;
}

export type DigitGatherer = ReturnType<typeof createDigitGatherer>;

/**
 * Gathers keys until the person pauses, presses `#` or is gone. `lastId`: the name of the last of them. `stop`: the connection has
 * ended; keys that have a name are told again over the next one, perhaps with the rest of their number.
 */
export const createDigitGatherer = (
  onDigits: (digits: string, lastId: string | undefined) => void,
  { nextKeyWithinMs = NEXT_KEY_WITHIN_MS } = {},
): { press(key: PressedKey): void; isGathering(): boolean; finish(): void; stop(): void } => {
  let digits = "";
  let lastId: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const finish = () => {
    clearTimeout(timer);
    const pressed = digits;
    digits = "";
    if (pressed !== "") onDigits(pressed, lastId);
  };
  return {
    press: ({ digit, id }) => {
      clearTimeout(timer);
      lastId = id;
      // The key that ends a number is not part of it, unless it is the only one.
      if (digit !== "#" || digits === "") digits += digit;
      if (digit === "#" || digits.length >= LONGEST_INPUT) finish();
      else timer = setTimeout(finish, nextKeyWithinMs);
    },
    isGathering: () => digits !== "",
    finish,
    stop: () => (lastId === undefined ? finish() : clearTimeout(timer)),
  };
};
