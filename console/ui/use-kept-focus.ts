import { type FocusEvent, useEffect, useRef } from "react";

/**
 * Keeps the keyboard's focus in a list when the focused row is removed: the list's own element takes the focus, which would
 * otherwise go to the top of the page. A person who has left the list keeps their focus.
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
    // An element that is removed with its row no longer exists, so nobody has left it.
    onBlurCapture: ({ target }: FocusEvent) => {
      isWithin.current = !target.isConnected;
    },
  };
};
