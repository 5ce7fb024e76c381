/** Returns a signal that is aborted when the process is told to stop. */
export const createStopSignal = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => controller.abort());
  return controller.signal;
};

/** Returns a signal that is aborted when the process is told to stop a second time: whoever repeats it does not want to wait. */
export const createHurrySignal = (): AbortSignal => {
  const controller = new AbortController();
  let told = 0;
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => {
      told += 1;
      if (told > 1) controller.abort();
    });
  return controller.signal;
};

/** Calls `stop` when the process is told to stop, or at once where it was told already. */
export const whenStopped = (stopping: AbortSignal, stop: () => void): void => {
  if (stopping.aborted) stop();
  else stopping.addEventListener("abort", stop, { once: true });
};
