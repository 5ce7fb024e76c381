import { setFlagsFromString } from "node:v8";

/**
 * Has V8 collect the garbage of the whole heap seldom, and mark with one thread beside. By default a heap of this size that has once
 * been at rest may grow by a third until the next time: with twenty calls V8 collected every few seconds, four threads marked for a tenth of
 * a second each time, and on a machine of two cores packets waited for a processor meanwhile. LiveKit's buffer against jitter then waits for
 * later packets for half a minute, so that every call answered and fell silent 30 ms later. The heap may grow to twice its
 * size instead, which costs about 60 MB.
 */
export const collectGarbageSeldom = (): void => {
  setFlagsFromString("--heap-growing-percent=100");
  setFlagsFromString("--concurrent-marking-max-worker-num=1");
};
