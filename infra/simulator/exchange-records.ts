import type { PlaceCallBody, RecordingView, RentedNumber } from "../telephony/simulator/simulator.protocol.ts";
import { listCallEvents, type SimulatorCall, viewCall } from "./call.ts";
import type { Ledger } from "./ledger.ts";
import { isMatch, type RecordedRequest, type RecordFilter } from "./record.ts";
import { createRecordingShelf, describeRecording, readCallId } from "./recording.ts";
import type { Heard } from "./talk.ts";

/** Words, recordings and numbers. */
export interface ExchangeRecords {
  heardOn(id: string): readonly Heard[];
  recordingsOf(id: string): RecordingView[];
  /** Returns the file; null when there is no such recording. */
  openRecording(recordingId: string): Buffer | null;
  removeRecording(recordingId: string): void;
  readonly numbers: ReadonlyMap<string, RentedNumber>;
  /** Rents a number, or changes a rented one. */
  keepNumber(number: RentedNumber): void;
  releaseNumber(phoneNumber: string): void;
}

export const exposeCallRecords = (ledger: Ledger, soundFor = createRecordingShelf()): ExchangeRecords => ({
  heardOn: (id) => [...greetingHeard(ledger.calls.get(id)), ...ledger.heardOn(id)],
  recordingsOf: (id) => [recordingOfCall(ledger, id)].filter((recording) => recording !== null),
  openRecording: (recordingId) => {
    const callId = readCallId(recordingId);
    const call = ledger.calls.get(callId);
    return call && recordingOfCall(ledger, callId) ? soundFor(call, ledger.heardOn(callId)) : null;
  },
  removeRecording: (recordingId) => ledger.commit({ kind: "recording_removed", callId: readCallId(recordingId) }),
  numbers: ledger.numbers,
  keepNumber: (number) => ledger.commit({ kind: "number", number }),
  releaseNumber: (phoneNumber) => ledger.commit({ kind: "number_released", phoneNumber }),
});

const recordingOfCall = (ledger: Ledger, callId: string): RecordingView | null => {
  const call = ledger.calls.get(callId);
  if (!call?.request.record || ledger.isRecordingRemoved(callId)) return null;
  // The event of the recording comes when it is there.
  const recorded = listCallEvents(call).find(({ type }) => type === "recorded");
  return recorded && recorded.atMs <= Date.now() ? describeRecording(call) : null;
};

export const listMatchingRequests = (ledger: Ledger, filter: RecordFilter) =>
  ledger.requests.filter((each) => isMatch(filter, { account: each.account, atMs: each.received_at_ms }));

export const createRequestRecord = (
  ledger: Ledger,
  body: Partial<PlaceCallBody>,
  result: Pick<RecordedRequest, "answer" | "response_lost" | "call_id">,
): RecordedRequest => ({
  seq: ledger.nextSeq(),
  received_at_ms: Date.now(),
  idempotency_key: body.idempotency_key ?? null,
  account: body.account ?? "",
  organization: body.organization ?? "",
  to: body.to ?? null,
  from: body.from ?? null,
  ...result,
  sandbox: body.sandbox ?? false,
});

/** Returns the greeting of a call without a conversation. */
const greetingHeard = (call: SimulatorCall | undefined): Heard[] => {
  if (!call || call.request.conversation !== null || call.request.greeting === "") return [];
  const { answered_at: at } = viewCall(call, Date.now());
  return at === null ? [] : [{ at, who: "agent", what: "said", text: call.request.greeting }];
};
