import type { RentedNumber } from "../telephony/simulator/simulator.protocol.ts";
import type { JournalEntry } from "./journal.ts";
import type { Heard } from "./talk.ts";

/** The simulator's memory besides calls and requests: words, removed recordings, numbers. */
export interface CallRecords {
  /** The words of a call, oldest first. */
  heardOn(callId: string): readonly Heard[];
  isRecordingRemoved(callId: string): boolean;
  readonly numbers: ReadonlyMap<string, RentedNumber>;
}

export const createCallRecords = (): CallRecords & {
  apply(entry: JournalEntry): void;
  forget(callId: string): void;
} => {
  const heard = new Map<string, Heard[]>();
  const removedRecordings = new Set<string>();
  const numbers = new Map<string, RentedNumber>();
  const heardOn = (callId: string) => heard.get(callId) ?? [];
  return {
    heardOn,
    isRecordingRemoved: (callId) => removedRecordings.has(callId),
    numbers,
    apply: (entry) => {
      if (entry.kind === "heard") heard.set(entry.callId, [...heardOn(entry.callId), entry.heard]);
      if (entry.kind === "recording_removed") removedRecordings.add(entry.callId);
      if (entry.kind === "number") numbers.set(entry.number.phone_number, entry.number);
      if (entry.kind === "number_released") numbers.delete(entry.phoneNumber);
    },
    forget: (callId) => {
      heard.delete(callId);
      removedRecordings.delete(callId);
    },
  };
};
