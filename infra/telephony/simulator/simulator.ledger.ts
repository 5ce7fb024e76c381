import type { CallEventType, SimulatorCall } from "./simulator.call.ts";
import type { JournalEntry, SimulatorJournal } from "./simulator.journal.ts";
import type { RentedNumber } from "./simulator.numbers.ts";
import type { RecordedRequest } from "./simulator.record.ts";
import { type SimulatorScript, scriptSchema } from "./simulator.script.ts";
import type { Heard } from "./simulator.talk.ts";

/** How often a number was asked for, and how often it was called. */
export interface NumberTally {
  requests: number;
  calls: number;
}

/** All that the simulator remembers. It changes through `commit` alone, so that the journal can rebuild it. */
export interface Ledger {
  readonly requests: readonly RecordedRequest[];
  readonly calls: ReadonlyMap<string, SimulatorCall>;
  callByKey(idempotencyKey: string): SimulatorCall | undefined;
  settledEvents(callId: string): ReadonlySet<CallEventType>;
  /** What was said, oldest first. */
  heardOn(callId: string): readonly Heard[];
  isRecordingRemoved(callId: string): boolean;
  readonly numbers: ReadonlyMap<string, RentedNumber>;
  tally(number: { account: string; to: string }): NumberTally;
  /** The account's own script, else that of all accounts. */
  scriptFor(account: string | null): SimulatorScript;
  nextSeq(): number;
  commit(entry: JournalEntry): void;
}

/** Rebuilds the ledger from the journal; `initialScript` holds until a script is written. */
export const createLedger = (journal: SimulatorJournal, initialScript: SimulatorScript): Ledger => {
  const scripts = new Map<string | null, SimulatorScript>([[null, initialScript]]);
  const calls = new Map<string, SimulatorCall>();
  const callsByKey = new Map<string, SimulatorCall>();
  const settled = new Map<string, Set<CallEventType>>();
  const heard = new Map<string, Heard[]>();
  const removedRecordings = new Set<string>();
  const numbers = new Map<string, RentedNumber>();
  const tallies = new Map<string, Map<string, NumberTally>>();
  const requests: RecordedRequest[] = [];
  let lastSeq = 0;
  const heardOn = (callId: string) => heard.get(callId) ?? [];

  const tally = ({ account, to }: { account: string; to: string }) =>
    tallies.get(account)?.get(to) ?? { requests: 0, calls: 0 };

  const addRequest = (request: RecordedRequest, call: SimulatorCall | null) => {
    requests.push(request);
    lastSeq = request.seq;
    if (request.to !== null) {
      const before = tally({ account: request.account, to: request.to });
      const after = { requests: before.requests + 1, calls: before.calls + (call ? 1 : 0) };
      const ofAccount = tallies.get(request.account) ?? new Map<string, NumberTally>();
      tallies.set(request.account, ofAccount.set(request.to, after));
    }
    if (call) addCall(call);
  };

  const addCall = (call: SimulatorCall) => {
    calls.set(call.id, call);
    callsByKey.set(call.request.idempotency_key, call);
    settled.set(call.id, new Set());
  };

  const clear = (account: string | null) => {
    const goes = (owner: string) => account === null || owner === account;
    for (const call of [...calls.values()].filter((each) => goes(each.request.account))) {
      calls.delete(call.id);
      callsByKey.delete(call.request.idempotency_key);
      settled.delete(call.id);
      heard.delete(call.id);
      removedRecordings.delete(call.id);
    }
    for (const owner of [...tallies.keys()].filter(goes)) tallies.delete(owner);
    requests.splice(0, requests.length, ...requests.filter((each) => !goes(each.account)));
  };

  const apply = (entry: JournalEntry): void => {
    if (entry.kind === "request") return addRequest(entry.request, entry.call);
    if (entry.kind === "script") return void scripts.set(entry.account, entry.script);
    if (entry.kind === "cleared") return clear(entry.account);
    if (entry.kind === "settled") return void settled.get(entry.callId)?.add(entry.event);
    if (entry.kind === "came_in") return addCall(entry.call);
    if (entry.kind === "number") return void numbers.set(entry.number.phone_number, entry.number);
    if (entry.kind === "number_released") return void numbers.delete(entry.phoneNumber);
    if (entry.kind === "heard") return void heard.set(entry.callId, [...heardOn(entry.callId), entry.heard]);
    if (entry.kind === "recording_removed") return void removedRecordings.add(entry.callId);
    const call = calls.get(entry.callId);
    if (call && entry.kind === "planned") Object.assign(call, replan(call, entry));
    if (call && entry.kind === "hung_up") Object.assign(call, { hungUpAtMs: entry.atMs, hungUpBy: entry.by });
  };
  journal.entries.forEach(apply);

  return {
    requests,
    calls,
    callByKey: (key) => callsByKey.get(key),
    settledEvents: (callId) => settled.get(callId) ?? new Set(),
    heardOn,
    isRecordingRemoved: (callId) => removedRecordings.has(callId),
    numbers,
    tally,
    scriptFor: (account) => scripts.get(account) ?? scripts.get(null) ?? scriptSchema.parse({}),
    nextSeq: () => lastSeq + 1,
    commit: (entry) => {
      journal.append(entry);
      apply(entry);
    },
  };
};

const replan = (
  { request }: SimulatorCall,
  { plan, statusUrl, record }: Extract<JournalEntry, { kind: "planned" }>,
): Pick<SimulatorCall, "plan" | "request"> => ({
  plan,
  request: { ...request, status_url: statusUrl ?? request.status_url, record: request.record || record },
});
