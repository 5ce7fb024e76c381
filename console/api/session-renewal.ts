import { words } from "../words/words.ts";
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

/** Ends the renewal when somebody logs in on the log-in page: requests of the earlier person are not sent in their name. */
export const abandonRenewal = (): void => {
  isRenewing.set(false);
  waiting?.reject(new Error(words.shell.sessionEnded));
  waiting = undefined;
};

export const finishRenewal = (): void => {
  isRenewing.set(false);
  waiting?.resolve();
  waiting = undefined;
};
