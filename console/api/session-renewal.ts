import { createStore } from "./store.ts";

/** True while the page asks for the password again, over its content. */
export const isRenewing = createStore(false);

let waiting: PromiseWithResolvers<void> | undefined;

/** Resolves when the person has logged in again; several requests share one log-in. */
export const renewSession = (): Promise<void> => {
  waiting ??= Promise.withResolvers();
  isRenewing.set(true);
  return waiting.promise;
};

export const finishRenewal = (): void => {
  isRenewing.set(false);
  waiting?.resolve();
  waiting = undefined;
};
