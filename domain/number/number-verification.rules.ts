const MARGIN_SECONDS = 1;
const LOOK_AT_CALL_SECONDS = 10;

/** Until the row is looked at again: a moment after its end, by the database's clock; sooner while somebody is called. */
export const waitSeconds = ({ secondsLeft, isCalling }: { secondsLeft: number; isCalling: boolean }): number => {
  const untilEnd = Math.ceil(secondsLeft) + MARGIN_SECONDS;
  return isCalling ? Math.min(untilEnd, LOOK_AT_CALL_SECONDS) : untilEnd;
};
