import { randomUUID } from "node:crypto";
import { isE164 } from "../../domain/number/e164.ts";
import type { CallView, PlaceCallBody } from "../telephony/simulator/simulator.protocol.ts";
import { type SimulatorCall, viewCall } from "./call.ts";
import {
  createRequestRecord,
  type ExchangeRecords,
  exposeCallRecords,
  listMatchingRequests,
} from "./exchange-records.ts";
import { buildRingingCall, type InboundBody } from "./inbound-call.ts";
import type { SimulatorJournal } from "./journal.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import type { Line } from "./line.ts";
import { createLines } from "./lines.ts";
import { applyManners, isAway } from "./manners.ts";
import { planCall, planRequest, type RequestPlan } from "./plan.ts";
import { isMatch, type RecordedRequest, type RecordFilter, type RecordSummary, summarizeRecords } from "./record.ts";
import type { SimulatorScript } from "./script.ts";
import { openTexts, type Texts } from "./texts.ts";

export interface ExchangeOptions {
  signingKey: string;
  journal: SimulatorJournal;
  /** Applies until a script is written; a script in the journal takes precedence. */
  script: SimulatorScript;
  /** How many requests and calls are kept; the oldest are dropped first. */
  mostKept?: number | undefined;
}

/** The result of a request for a call. */
export interface Placement {
  answer: RecordedRequest["answer"];
  plan: RequestPlan;
  /** The call that was made, or that the idempotency key already had. */
  call: CallView | null;
  /** Set when the call is new: its events start with `run()`. */
  line: Line | null;
}

/** The simulator's core: decides on calls, carries them out and records them; it does not depend on an HTTP server. */
export interface Exchange extends ExchangeRecords {
  readonly texts: Texts;
  placeCall(body: PlaceCallBody): Placement;
  recordRefusal(answer: "unauthorized" | "invalid_request", request: Partial<PlaceCallBody>): void;
  findById(id: string): CallView | null;
  findByKey(idempotencyKey: string): CallView | null;
  hangUp(id: string): CallView | null;
  /** Tells whether the carrier of this call is away just now. */
  isAwayFor(id: string): boolean;
  /** Simulates a call to one of the platform's numbers; null: there is no address to announce it at. */
  callIn(body: InboundBody): CallView | null;
  /** Reads a script; null: the one of all accounts without their own. */
  readScript(account: string | null): SimulatorScript;
  writeScript(account: string | null, script: SimulatorScript): void;
  readRecord(filter: RecordFilter): RecordedRequest[];
  readSummary(filter: RecordFilter): RecordSummary;
  /** Deletes records and calls of one account or (null) of all; scripts stay. */
  clear(account: string | null): void;
  /** Stops all calls; a later process with the same journal continues them. */
  stop(): void;
}

/** Creates the exchange and continues the calls that an earlier process left unfinished. */
export const createExchange = ({ signingKey, journal, script, mostKept }: ExchangeOptions): Exchange => {
  const ledger = createLedger(journal, script, mostKept);
  journal.rewrite(ledger.remembers);
  const lines = createLines(ledger, signingKey);
  for (const call of ledger.calls.values()) resume(call, ledger, lines);
  const texts = openTexts({ signingKey, journal, scriptFor: ledger.scriptFor });
  const view = (call: SimulatorCall | undefined) => (call ? viewCall(call, Date.now()) : null);

  return {
    texts,
    placeCall: (body) => {
      const { answer, plan } = decide(ledger, body);
      const call = answer === "accepted" ? makeCall(ledger, body) : null;
      const known = call ?? (answer === "duplicate" ? ledger.callByKey(body.idempotency_key) : undefined);
      const responseLost = call !== null && plan.responseLost;
      const request = createRequestRecord(ledger, body, {
        answer,
        response_lost: responseLost,
        call_id: known?.id ?? null,
      });
      ledger.commit({ kind: "request", request, call });
      return { answer, plan, call: view(known), line: call && lines.connect(call) };
    },
    recordRefusal: (answer, body) => {
      const request = createRequestRecord(ledger, body, { answer, response_lost: false, call_id: null });
      ledger.commit({ kind: "request", request, call: null });
    },
    findById: (id) => view(ledger.calls.get(id)),
    findByKey: (key) => view(ledger.callByKey(key)),
    isAwayFor: (id) => isCarrierAway(ledger.calls.get(id)),
    hangUp: (id) => {
      lines.hangUp(id, "platform");
      return view(ledger.calls.get(id));
    },
    callIn: (body) => {
      const number = ledger.numbers.get(body.to);
      const inboundUrl = body.inbound_url ?? number?.inbound?.inbound_url;
      if (inboundUrl === undefined) return null;
      const call = buildRingingCall(ledger.scriptFor(number?.account ?? null), body, number);
      ledger.commit({ kind: "came_in", call });
      lines.ring(call, inboundUrl);
      return view(call);
    },
    ...exposeCallRecords(ledger),
    readScript: (account) => ledger.scriptFor(account),
    writeScript: (account, written) => ledger.commit({ kind: "script", account, script: written }),
    readRecord: (filter) => listMatchingRequests(ledger, filter),
    readSummary: (filter) => summarizeMatching(ledger, filter),
    clear: (account) => {
      lines.disconnect((call) => account === null || call.request.account === account);
      ledger.commit({ kind: "cleared", account });
      texts.forget(account);
    },
    stop: () => {
      texts.stop();
      lines.disconnect(() => true);
    },
  };
};

const isCarrierAway = (call: SimulatorCall | undefined): boolean =>
  call !== undefined && isAway(call.request, Date.now());

const summarizeMatching = (ledger: Ledger, filter: RecordFilter): RecordSummary => {
  const chosen = [...ledger.calls.values()].filter((call) =>
    isMatch(filter, { account: call.request.account, atMs: call.createdAtMs }),
  );
  const nowMs = Date.now();
  return summarizeRecords(
    listMatchingRequests(ledger, filter),
    chosen.map((call) => [call, viewCall(call, nowMs)]),
  );
};

/** Continues a call after a restart; one with a conversation has lost its line. */
const resume = (call: SimulatorCall, ledger: Ledger, lines: ReturnType<typeof createLines>): void => {
  lines.connect(call).run();
  const isTalkedOn = call.request.conversation !== null || call.direction === "inbound";
  if (isTalkedOn && ledger.settledEvents(call.id).has("answered")) lines.hangUp(call.id, "person");
};

const decide = (ledger: Ledger, body: PlaceCallBody): Pick<Placement, "answer" | "plan"> => {
  const script = scriptOf(ledger, body);
  const { requests, calls } = ledger.tally(body);
  const plan = planRequest(script, { ...body, attempt: calls + 1, requestNumber: requests + 1 });
  const answer = (): Placement["answer"] => {
    if (isAway(body, Date.now())) return "request_lost";
    if (ledger.callByKey(body.idempotency_key)) return "duplicate";
    if (script.suspended_accounts.includes(body.account)) return "suspended";
    if (!isE164(body.to)) return "invalid_number";
    return isTooFast(ledger, body) ? "throttled" : plan.answer;
  };
  return { answer: answer(), plan };
};

/** How this call goes: by the script of its account, or by the manners that its organization gave the simulator of its sandbox. */
const scriptOf = (ledger: Ledger, body: PlaceCallBody): SimulatorScript =>
  applyManners(ledger.scriptFor(body.account), body);

const isTooFast = (ledger: Ledger, body: PlaceCallBody): boolean => {
  const { account, organization } = body;
  const limit = scriptOf(ledger, body).calls_per_second;
  if (limit === null) return false;
  const since = Date.now() - 1000;
  const earlier = ledger.requests.findLastIndex((each) => each.received_at_ms <= since);
  const made = ledger.requests
    .slice(earlier + 1)
    .filter((each) => each.organization === organization && each.account === account && each.answer === "accepted");
  return made.length >= Math.max(1, limit);
};

const makeCall = (ledger: Ledger, body: PlaceCallBody): SimulatorCall => {
  const attempt = ledger.tally(body).calls + 1;
  const limits = { ringTimeoutSeconds: body.ring_timeout_seconds, timeLimitSeconds: body.time_limit_seconds };
  const isTalkedOn = body.conversation !== null;
  const plan = planCall(scriptOf(ledger, body), { ...body, ...limits, attempt, isTalkedOn });
  return {
    id: `sim_${randomUUID()}`,
    createdAtMs: Date.now(),
    // Of the manners only the outage is asked for once the call is planned.
    request: { ...body, manners: body.manners && { ...body.manners, people: {}, groups: [] } },
    attempt,
    plan,
    hungUpAtMs: null,
    hungUpBy: null,
    direction: "outbound",
    voice: null,
  };
};
