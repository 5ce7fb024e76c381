/** The longest pause between two keys of one number, and after the last. */
const NEXT_KEY_WITHIN_MS = 1500;
const LONGEST_INPUT = 64;

/** Gathers keys until the person pauses or presses `#`. */
export const createDigitGatherer = (
  onDigits: (digits: string) => void,
  { nextKeyWithinMs = NEXT_KEY_WITHIN_MS } = {},
): { press(digit: string): void; stop(): void } => {
  let digits = "";
  let timer: NodeJS.Timeout | undefined;
  const finish = () => {
    clearTimeout(timer);
    const pressed = digits;
    digits = "";
    if (pressed !== "") onDigits(pressed);
  };
  return {
    press: (digit) => {
      clearTimeout(timer);
      // The key that ends a number is not part of it, unless it is the only one.
      if (digit !== "#" || digits === "") digits += digit;
      if (digit === "#" || digits.length >= LONGEST_INPUT) finish();
      else timer = setTimeout(finish, nextKeyWithinMs);
    },
    stop: () => clearTimeout(timer),
  };
};
