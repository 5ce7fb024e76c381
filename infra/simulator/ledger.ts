import type { CallEventType } from "../telephony/simulator/simulator.protocol.ts";
import type { SimulatorCall } from "./call.ts";
import { type CallRecords, createCallRecords } from "./call-records.ts";
import { chooseOldest } from "./choose-oldest.ts";
import type { JournalEntry, SimulatorJournal } from "./journal.ts";
import type { RecordedRequest } from "./record.ts";
import { type SimulatorScript, scriptSchema } from "./script.ts";

/** How often calls to a number were requested, and how often it was called. */
export interface NumberTally {
  requests: number;
  calls: number;
}

/** The simulator's whole state. Only `commit` changes it, so that the journal can rebuild it. */
export interface Ledger extends CallRecords {
  readonly requests: readonly RecordedRequest[];
  readonly calls: ReadonlyMap<string, SimulatorCall>;
  callByKey(idempotencyKey: string): SimulatorCall | undefined;
  settledEvents(callId: string): ReadonlySet<CallEventType>;
  tally(number: { account: string; organization: string; to: string }): NumberTally;
  /** Returns the account's own script, else that of all accounts. */
  scriptFor(account: string | null): SimulatorScript;
  nextSeq(): number;
  commit(entry: JournalEntry): void;
  /** Tells whether an entry is about something that was not dropped. */
  remembers(entry: JournalEntry): boolean;
}

/** Enough for every test and for weeks of a demo; about 2 KB each. */
const MOST_KEPT = 200_000;

/** Rebuilds the ledger from the journal; `initialScript` applies until a script is written. */
export const createLedger = (
  journal: SimulatorJournal,
  initialScript: SimulatorScript,
  mostKept = MOST_KEPT,
): Ledger => {
  const scripts = new Map<string | null, SimulatorScript>([[null, initialScript]]);
  const callRecords = createCallRecords();
  const book = createCallBook(callRecords.forget);
  const { calls } = book;
  const tallies = createTallies();
  const requests: RecordedRequest[] = [];
  let lastSeq = 0;

  const addRequest = (request: RecordedRequest, call: SimulatorCall | null) => {
    requests.push(request);
    lastSeq = request.seq;
    tallies.count(request, call !== null);
    if (call) book.add(call);
  };

  const clear = (account: string | null) => {
    const goes = (owner: string) => account === null || owner === account;
    for (const call of [...calls.values()].filter((each) => goes(each.request.account))) book.forget(call);
    tallies.forget(goes);
    keepOf(requests, (each) => !goes(each.account));
  };

  const apply = (entry: JournalEntry): void => {
    if (entry.kind === "request") return addRequest(entry.request, entry.call);
    if (entry.kind === "script") return void scripts.set(entry.account, entry.script);
    if (entry.kind === "cleared") return clear(entry.account);
    // The texts keep theirs themselves.
    if (entry.kind === "text") return;
    if (entry.kind === "settled") return void book.settled.get(entry.callId)?.add(entry.event);
    if (entry.kind === "came_in") return book.add(entry.call);
    if (entry.kind === "planned" || entry.kind === "hung_up" || entry.kind === "voiced")
      return change(calls.get(entry.callId), entry);
    callRecords.apply(entry);
  };
  const applyAndForget = (entry: JournalEntry): void => {
    apply(entry);
    if (requests.length > mostKept || calls.size > mostKept) forgetOldest({ requests, book, mostKept });
  };
  journal.entries.forEach(applyAndForget);

  return {
    requests,
    calls,
    callByKey: (key) => book.byKey.get(key),
    settledEvents: (callId) => book.settled.get(callId) ?? new Set(),
    ...callRecords,
    tally: tallies.of,
    scriptFor: (account) => scripts.get(account) ?? scripts.get(null) ?? scriptSchema.parse({}),
    nextSeq: () => lastSeq + 1,
    commit: (entry) => {
      journal.append(entry);
      applyAndForget(entry);
    },
    remembers: (entry) => isRemembered(entry, { requests, calls }),
  };
};

/** Creates the store of calls, by id and by key, with the callbacks sent. */
const createCallBook = (onForget: (callId: string) => void) => {
  const calls = new Map<string, SimulatorCall>();
  const byKey = new Map<string, SimulatorCall>();
  const settled = new Map<string, Set<CallEventType>>();
  return {
    calls,
    byKey,
    settled,
    add: (call: SimulatorCall) => {
      calls.set(call.id, call);
      byKey.set(call.request.idempotency_key, call);
      settled.set(call.id, new Set());
    },
    forget: (call: SimulatorCall) => {
      calls.delete(call.id);
      byKey.delete(call.request.idempotency_key);
      settled.delete(call.id);
      onForget(call.id);
    },
  };
};

/** Changes the list in place, for holders of a reference. */
const keepOf = (requests: RecordedRequest[], isKept: (request: RecordedRequest) => boolean): void => {
  let kept = 0;
  for (const each of requests) {
    if (isKept(each)) {
      requests[kept] = each;
      kept += 1;
    }
  }
  requests.length = kept;
};

const forgetOldest = ({
  requests,
  book,
  mostKept,
}: {
  requests: RecordedRequest[];
  book: ReturnType<typeof createCallBook>;
  mostKept: number;
}): void => {
  const { requestsToGo, callsToGo } = chooseOldest({ requests, calls: [...book.calls.values()] }, mostKept);
  for (const call of callsToGo) book.forget(call);
  if (requestsToGo.size > 0) keepOf(requests, (each) => !requestsToGo.has(each));
};

const isRemembered = (entry: JournalEntry, { requests, calls }: Pick<Ledger, "requests" | "calls">): boolean => {
  if (entry.kind === "request")
    return entry.call ? calls.has(entry.call.id) : entry.request.seq >= (requests[0]?.seq ?? 0);
  if (entry.kind === "came_in") return calls.has(entry.call.id);
  return !("callId" in entry) || calls.has(entry.callId);
};

/** Counts by account, and within it by organization and number. */
const createTallies = () => {
  const tallies = new Map<string, Map<string, NumberTally>>();
  const of = ({ account, organization, to }: { account: string; organization: string; to: string }) =>
    tallies.get(account)?.get(`${organization} ${to}`) ?? { requests: 0, calls: 0 };
  return {
    of,
    count: ({ account, organization, to }: RecordedRequest, isCalled: boolean) => {
      if (to === null) return;
      const before = of({ account, organization, to });
      const ofAccount = tallies.get(account) ?? new Map<string, NumberTally>();
      const after = { requests: before.requests + 1, calls: before.calls + (isCalled ? 1 : 0) };
      tallies.set(account, ofAccount.set(`${organization} ${to}`, after));
    },
    forget: (goes: (account: string) => boolean) => {
      for (const account of [...tallies.keys()].filter(goes)) tallies.delete(account);
    },
  };
};

/** Changes the call in place: its line and its conversation hold the same object. */
const change = (
  call: SimulatorCall | undefined,
  entry: Extract<JournalEntry, { kind: "planned" | "hung_up" | "voiced" }>,
): void => {
  if (!call) return;
  if (entry.kind === "hung_up") return void Object.assign(call, { hungUpAtMs: entry.atMs, hungUpBy: entry.by });
  if (entry.kind === "voiced") return void Object.assign(call, { voice: entry.voice });
  const { plan, statusUrl, record } = entry;
  const { status_url, record: isRecorded } = call.request;
  call.plan = plan;
  call.request = { ...call.request, status_url: statusUrl ?? status_url, record: isRecorded || record };
};
