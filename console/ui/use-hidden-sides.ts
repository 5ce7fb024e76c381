import { type RefObject, useLayoutEffect } from "react";

/** A scroll position may be a fraction of a pixel away from its end. */
const NEARLY = 1;

/** Marks an element that scrolls sideways with the sides behind which it has more, `data-more="left right"`, for its style to show. */
export const useHiddenSides = (list: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const part = list.current;
    if (!part) return undefined;
    const mark = () => {
      const { scrollLeft: left, scrollWidth, clientWidth } = part;
      const right = scrollWidth - clientWidth - left;
      part.dataset["more"] = [left > NEARLY && "left", right > NEARLY && "right"].filter(Boolean).join(" ");
    };
    // Either the place or the table in it becomes wider or narrower.
    const observer = new ResizeObserver(mark);
    for (const each of [part, ...part.children]) observer.observe(each);
    part.addEventListener("scroll", mark, { passive: true });
    return () => {
      observer.disconnect();
      part.removeEventListener("scroll", mark);
    };
  }, [list]);
};
