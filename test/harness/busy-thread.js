// Loaded before a program (`NODE_OPTIONS=--import`): from SIGWINCH on its main thread hardly rests, as that of a process
// which carries too much, and still gets to its timers and answers. Temporal's library ends a worker at SIGUSR2.
const WORK_MS = 20;

const work = () => {
  const untilMs = performance.now() + WORK_MS;
  while (performance.now() < untilMs);
  setImmediate(work);
};
process.on("SIGWINCH", work);
