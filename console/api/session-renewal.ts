import { createStore } from "./store.ts";

/** Whether the page asks for the password again, over everything that is on it. */
export const isRenewing = createStore(false);

let waiting: PromiseWithResolvers<void> | undefined;

/** Settles when the person has logged in again; several requests wait for the same log-in. */
export const renewSession = (): Promise<void> => {
  waiting ??= Promise.withResolvers();
  isRenewing.set(true);
  return waiting.promise;
};

export const sessionRenewed = (): void => {
  isRenewing.set(false);
  waiting?.resolve();
  waiting = undefined;
};
