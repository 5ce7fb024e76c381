/**
 * Returns what makes something when it is first asked for, and then answers with that. A failure is told to those who
 * wait for it, and is not kept: who asks next has it made again.
 */
export const makeOnce = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
};
