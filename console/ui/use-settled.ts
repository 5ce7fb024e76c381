import { useEffect, useState } from "react";

const TYPING_PAUSE_MS = 250;

/** Returns a value once it has not changed for a while, so that the API is not asked for every letter. */
export const useSettled = <Value>(value: Value, pauseMs = TYPING_PAUSE_MS): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
};
