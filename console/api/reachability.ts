import { createStore } from "./store.ts";

/** True when the last request got an answer, of any status. */
export const isReachable = createStore(true);

const ASK_AGAIN_AFTER_MS = 1_500;
const onReturn = new Set<() => void>();

/** Calls back each time the API answers again after an outage. */
export const whenBack = (callback: () => void): void => void onReturn.add(callback);

export const noteAnswer = (): void => {
  if (isReachable.get()) return;
  isReachable.set(true);
  for (const callback of onReturn) callback();
};

export const noteSilence = (): void => {
  if (!isReachable.get()) return;
  isReachable.set(false);
  askAgain();
};

const askAgain = (): void => {
  setTimeout(() => {
    if (isReachable.get()) return;
    fetch("/api/v1/health").then(
      (response) => (response.ok ? noteAnswer() : askAgain()),
      () => askAgain(),
    );
  }, ASK_AGAIN_AFTER_MS);
};
