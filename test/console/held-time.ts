import type { Page } from "playwright-core";

/** A page whose timers of these lengths wait until they are let go: what passes by itself cannot pass too early. */
export const holdTimers = async (page: Page, lengthsMs: readonly number[]): Promise<void> => {
  await page.addInitScript(`
    const [start, end, held] = [window.setTimeout.bind(window), window.clearTimeout.bind(window), new Map()];
    let [last, isHeld] = [1e9, true];
    window.setTimeout = (work, ms, ...rest) => {
      if (!isHeld || !${JSON.stringify(lengthsMs)}.includes(ms)) return start(work, ms, ...rest);
      held.set(++last, () => work(...rest));
      return last;
    };
    window.clearTimeout = (timer) => { if (!held.delete(timer)) end(timer); };
    window.letTimersGo = () => {
      isHeld = false;
      for (const [timer, work] of [...held]) { held.delete(timer); work(); }
    };
  `);
};

/** Lets the held timers fire at once, and all later ones by themselves. */
export const letTimersGo = (page: Page): Promise<void> => page.evaluate("letTimersGo()");

/** A page on which nothing is repeated at these lengths: what it shows in time it was told, and did not come by asking again. */
export const holdIntervals = async (page: Page, lengthsMs: readonly number[]): Promise<void> => {
  await page.addInitScript(`
    const repeat = window.setInterval.bind(window);
    window.setInterval = (work, ms, ...rest) => ${JSON.stringify(lengthsMs)}.includes(ms) ? 0 : repeat(work, ms, ...rest);
  `);
};
