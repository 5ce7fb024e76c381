const TRIES = 4;
/** With each try there is so many times as much time; the last of four seconds' is four minutes, within a test's patience. */
const LONGER = 4;

/**
 * Does what has to be done before an instant, which is `seconds` ahead and has no milliseconds. Where a busy machine was not done by then,
 * what came of it does not count, a failure neither: it is done anew, before an instant four times as far ahead.
 */
export const doneBefore = async <T>(seconds: number, act: (instant: Date) => Promise<T>): Promise<[Date, T]> => {
  for (let tries = 1, ahead = seconds; ; tries += 1, ahead *= LONGER) {
    const instant = new Date((Math.ceil(Date.now() / 1000) + ahead) * 1000);
    const [done] = await Promise.allSettled([act(instant)]);
    if (Date.now() < instant.getTime()) {
      if (done.status === "rejected") throw done.reason;
      return [instant, done.value];
    }
    if (tries === TRIES) throw new Error(`it was not done before an instant ${ahead} seconds ahead`, { cause: done });
  }
};
