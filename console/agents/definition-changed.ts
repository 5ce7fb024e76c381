import { Refusal } from "../api/client.ts";

/** Tells a refusal because somebody else has changed the agent, or its settings, since it was read. */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === "definition_changed" || error.code === "settings_changed");

/** Asks the API, and reads the agent again when the API refuses because somebody else has changed it. */
export const lookAgainWhenChanged = async <T>(ask: () => Promise<T>, look: () => Promise<unknown>): Promise<T> => {
  try {
    return await ask();
  } catch (error) {
    if (isChangedMeanwhile(error)) await look();
    throw error;
  }
};
