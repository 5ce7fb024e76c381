import { createStore } from "./store.ts";

/** True when the last request got an answer, of any status. */
export const isReachable = createStore(true);
/** False while the browser itself has no network. */
export const isOnline = createStore(navigator.onLine);

const ASK_AGAIN_AFTER_MS = 1_500;
const onReturn = new Set<() => void>();
let next: ReturnType<typeof setTimeout> | undefined;

/** Calls back each time the API answers again after an outage, until the returned function is called. */
export const subscribeToReturn = (callback: () => void): (() => void) => {
  onReturn.add(callback);
  return () => void onReturn.delete(callback);
};

export const markReachable = (): void => {
  if (isReachable.get()) return;
  isReachable.set(true);
  for (const callback of onReturn) callback();
};

export const markUnreachable = (): void => {
  if (!isReachable.get()) return;
  isReachable.set(false);
  askAgain();
};

const askAgain = (): void => {
  clearTimeout(next);
  next = setTimeout(ask, ASK_AGAIN_AFTER_MS);
};

const ask = (): void => {
  if (isReachable.get()) return;
  fetch("/api/v1/health").then(
    (response) => (response.ok ? noteReturn() : askAgain()),
    () => {
      isOnline.set(navigator.onLine);
      askAgain();
    },
  );
};

const noteReturn = (): void => {
  isOnline.set(true);
  markReachable();
};

addEventListener("offline", () => {
  isOnline.set(false);
  markUnreachable();
});
// A stream may have continued meanwhile, or may be cut without an error, so everything is requested again.
addEventListener("online", () => {
  clearTimeout(next);
  isReachable.set(false);
  ask();
});
