import { randomUUID } from "node:crypto";
import { type CallView, eventsOf, type PlaceCallBody, type SimulatorCall, viewCall } from "./simulator.call.ts";
import type { SimulatorJournal } from "./simulator.journal.ts";
import { createLedger, type Ledger } from "./simulator.ledger.ts";
import { createLine, type Line } from "./simulator.line.ts";
import { planCall, planRequest, type RequestPlan } from "./simulator.plan.ts";
import { matches, type RecordedRequest, type RecordFilter, type RecordSummary, summarize } from "./simulator.record.ts";
import type { SimulatorScript } from "./simulator.script.ts";

const E164 = /^\+[1-9]\d{6,14}$/;

export interface ExchangeOptions {
  signingKey: string;
  journal: SimulatorJournal;
  /** Holds until a script is written; one that the journal remembers wins. */
  script: SimulatorScript;
}

/** What became of a request for a call. */
export interface Placement {
  answer: RecordedRequest["answer"];
  plan: RequestPlan;
  /** The call that was made, or that the idempotency key already had. */
  call: CallView | null;
  /** There when the call is new: its events start with `run()`. */
  line: Line | null;
}

/** The switch in the middle: decides on calls, makes them happen, keeps the record; knows nothing of HTTP servers. */
export interface Exchange {
  placeCall(body: PlaceCallBody): Placement;
  recordRefusal(answer: "unauthorized" | "invalid_request", request: Partial<PlaceCallBody>): void;
  findById(id: string): CallView | null;
  findByKey(idempotencyKey: string): CallView | null;
  hangUp(id: string): CallView | null;
  /** null: the script of all accounts that have none of their own. */
  readScript(account: string | null): SimulatorScript;
  writeScript(account: string | null, script: SimulatorScript): void;
  readRecord(filter: RecordFilter): RecordedRequest[];
  readSummary(filter: RecordFilter): RecordSummary;
  /** Forgets record and calls, of one account or (null) of all; scripts stay. */
  clear(account: string | null): void;
  /** Silences all calls; a later process with the same journal takes them up again. */
  stop(): void;
}

/** Sets up the exchange and takes up the calls that an earlier process left unfinished. */
export const createExchange = ({ signingKey, journal, script }: ExchangeOptions): Exchange => {
  const ledger = createLedger(journal, script);
  const lines = createLines(ledger, signingKey);
  for (const call of ledger.calls.values()) lines.connect(call).run();
  const view = (call: SimulatorCall | undefined) => (call ? viewCall(call, Date.now()) : null);

  return {
    placeCall: (body) => {
      const { answer, plan } = decide(ledger, body);
      const call = answer === "accepted" ? makeCall(ledger, body) : null;
      const known = call ?? (answer === "duplicate" ? ledger.callByKey(body.idempotency_key) : undefined);
      const responseLost = call !== null && plan.responseLost;
      const request = recordOf(ledger, body, { answer, response_lost: responseLost, call_id: known?.id ?? null });
      ledger.commit({ kind: "request", request, call });
      return { answer, plan, call: view(known), line: call && lines.connect(call) };
    },
    recordRefusal: (answer, body) => {
      const request = recordOf(ledger, body, { answer, response_lost: false, call_id: null });
      ledger.commit({ kind: "request", request, call: null });
    },
    findById: (id) => view(ledger.calls.get(id)),
    findByKey: (key) => view(ledger.callByKey(key)),
    hangUp: (id) => {
      const call = ledger.calls.get(id);
      if (call && viewCall(call, Date.now()).state !== "completed") {
        ledger.commit({ kind: "hung_up", callId: id, atMs: Date.now() });
        lines.reschedule(id);
      }
      return view(call);
    },
    readScript: (account) => ledger.scriptFor(account),
    writeScript: (account, written) => ledger.commit({ kind: "script", account, script: written }),
    readRecord: (filter) => requestsOf(ledger, filter),
    readSummary: (filter) => {
      const chosen = [...ledger.calls.values()].filter((call) =>
        matches(filter, { account: call.request.account, atMs: call.createdAtMs }),
      );
      const nowMs = Date.now();
      return summarize(
        requestsOf(ledger, filter),
        chosen.map((call) => [call, viewCall(call, nowMs)]),
      );
    },
    clear: (account) => {
      lines.disconnect((call) => account === null || call.request.account === account);
      ledger.commit({ kind: "cleared", account });
    },
    stop: () => lines.disconnect(() => true),
  };
};

const requestsOf = (ledger: Ledger, filter: RecordFilter) =>
  ledger.requests.filter((each) => matches(filter, { account: each.account, atMs: each.received_at_ms }));

/** The lines of all calls that still have something to tell. */
const createLines = (ledger: Ledger, signingKey: string) => {
  const open = new Map<string, { call: SimulatorCall; line: Line; stop: AbortController }>();
  const connect = (call: SimulatorCall): Line => {
    const stop = new AbortController();
    const alreadySettled = ledger.settledEvents(call.id);
    const line = createLine(call, {
      signingKey,
      stopped: stop.signal,
      alreadySettled,
      onSettled: (event) => {
        if (stop.signal.aborted) return;
        ledger.commit({ kind: "settled", callId: call.id, event });
        if (eventsOf(call).every((each) => alreadySettled.has(each.type))) open.delete(call.id);
      },
    });
    open.set(call.id, { call, line, stop });
    return line;
  };
  return {
    connect,
    reschedule: (callId: string) => open.get(callId)?.line.reschedule(),
    disconnect: (chosen: (call: SimulatorCall) => boolean) => {
      for (const { call, stop } of [...open.values()].filter((each) => chosen(each.call))) {
        stop.abort();
        open.delete(call.id);
      }
    },
  };
};

const decide = (ledger: Ledger, body: PlaceCallBody): Pick<Placement, "answer" | "plan"> => {
  const script = ledger.scriptFor(body.account);
  const { requests, calls } = ledger.tally(body);
  const plan = planRequest(script, { ...body, attempt: calls + 1, requestNumber: requests + 1 });
  const answer = (): Placement["answer"] => {
    if (ledger.callByKey(body.idempotency_key)) return "duplicate";
    if (script.suspended_accounts.includes(body.account)) return "suspended";
    if (!E164.test(body.to)) return "invalid_number";
    return isTooFast(ledger, body.account) ? "throttled" : plan.answer;
  };
  return { answer: answer(), plan };
};

const isTooFast = (ledger: Ledger, account: string): boolean => {
  const limit = ledger.scriptFor(account).calls_per_second;
  if (limit === null) return false;
  const since = Date.now() - 1000;
  const earlier = ledger.requests.findLastIndex((each) => each.received_at_ms <= since);
  const made = ledger.requests
    .slice(earlier + 1)
    .filter((each) => each.account === account && each.answer === "accepted");
  return made.length >= Math.max(1, limit);
};

const makeCall = (ledger: Ledger, body: PlaceCallBody): SimulatorCall => {
  const attempt = ledger.tally(body).calls + 1;
  const limits = { ringTimeoutSeconds: body.ring_timeout_seconds, timeLimitSeconds: body.time_limit_seconds };
  const plan = planCall(ledger.scriptFor(body.account), { ...body, ...limits, attempt });
  return { id: `sim_${randomUUID()}`, createdAtMs: Date.now(), request: body, attempt, plan, hungUpAtMs: null };
};

const recordOf = (
  ledger: Ledger,
  body: Partial<PlaceCallBody>,
  result: Pick<RecordedRequest, "answer" | "response_lost" | "call_id">,
): RecordedRequest => ({
  seq: ledger.nextSeq(),
  received_at_ms: Date.now(),
  idempotency_key: body.idempotency_key ?? null,
  account: body.account ?? "",
  to: body.to ?? null,
  from: body.from ?? null,
  ...result,
  sandbox: body.sandbox ?? false,
});
