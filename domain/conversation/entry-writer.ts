import type { ConversationPosition, ConversationStore, TurnClaim } from "./conversation.ports.ts";
import type { NewEntry } from "./entries.ts";

/** Writes the entries of a turn in their order, beside the turn. */
export interface EntryWriter {
  append(entry: NewEntry): void;
  appendStep(entry: NewEntry, position: ConversationPosition): void;
  /** Waits until everything is written. Throws what was thrown at the first entry that could not be. */
  written(): Promise<void>;
}

export const createEntryWriter = (store: ConversationStore, claim: TurnClaim): EntryWriter => {
  let writing = Promise.resolve();
  const write = (work: () => Promise<void>) => {
    writing = writing.then(work);
    // The error is thrown to the caller of `written`.
    writing.catch(() => {});
  };
  let together: NewEntry[] | null = null;
  return {
    // Entries that come before their write begins are written together, as the sentences of one piece of an answer are.
    append: (entry) => {
      if (together) return void together.push(entry);
      const entries = [entry];
      together = entries;
      write(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        if (together === entries) together = null;
        await store.append(claim, entries);
      });
    },
    appendStep: (entry, position) => {
      // Later entries stay after it.
      together = null;
      write(() => store.appendStep(claim, entry, position));
    },
    written: () => writing,
  };
};
