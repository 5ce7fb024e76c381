/** Returns the processor time that this process has used since its start, with all of its threads. */
export const readProcessorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
