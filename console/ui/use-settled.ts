import { useEffect, useState } from "react";

/** Returns a value once it has not changed for a while, so that the API is not asked for every letter. */
export const useSettled = <Value>(value: Value, pauseMs: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
};
