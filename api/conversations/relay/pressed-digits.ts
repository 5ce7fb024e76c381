/** Between two keys of one number, and after the last. */
const NEXT_KEY_WITHIN_MS = 1500;
const LONGEST_INPUT = 64;

/** Gathers keys into what the person meant by them: until they pause, or press `#`. */
export const gatherDigits = (
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
      // The key that ends a number is no part of it, unless it is all there is.
      if (digit !== "#" || digits === "") digits += digit;
      if (digit === "#" || digits.length >= LONGEST_INPUT) finish();
      else timer = setTimeout(finish, nextKeyWithinMs);
    },
    stop: () => clearTimeout(timer),
  };
};
