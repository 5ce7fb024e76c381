/** Returns a signal that is aborted when the process is told to stop. */
export const createStopSignal = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => controller.abort());
  return controller.signal;
};
