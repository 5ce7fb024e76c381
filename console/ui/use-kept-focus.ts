import { type FocusEvent, useEffect, useRef } from "react";

/**
 * A list keeps the keyboard when the row that had it is removed: the list's own element takes the focus, which would
 * else begin again at the top of the page. Whoever has left the list is not called back.
 */
export const useKeptFocus = (rows: number) => {
  const list = useRef<HTMLDivElement>(null);
  const isWithin = useRef(false);
  useEffect(() => {
    if (isWithin.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [rows]);
  return {
    ref: list,
    onFocusCapture: () => {
      isWithin.current = true;
    },
    // An element that is removed with its row is no longer there to be left.
    onBlurCapture: ({ target }: FocusEvent) => {
      isWithin.current = !target.isConnected;
    },
  };
};
