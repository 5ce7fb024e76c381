import { setTimeout as delay } from "node:timers/promises";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { readDialledPart, readHostOfAddress } from "../../../domain/number/trunk-address.ts";
import { CarrierUnavailableError, type PlaceCallRequest, type PlaceCallResult } from "../carrier.ts";
import { type CarrierResponse, isSuccess } from "../carrier-answers.ts";
import { type RequestResult, readRetryAfterSeconds } from "../carrier-request.ts";
import { describeProblem, type LivekitClient, readAnswer, readProblem } from "./sip.client.ts";
import { markRoom } from "./sip.command.ts";
import { findPerson } from "./sip.look.ts";
import { isAccountRefused, isAuthRefused, toOutcomeOfStatus, UNAUTHORIZED } from "./sip.outcome.ts";
import {
  buildCallRoomName,
  CALLEE,
  DIALLED,
  ROOM_KEPT_SECONDS,
  readLivingState,
  roomSchema,
  STATUS_URL_ATTRIBUTE,
} from "./sip.participant.ts";
import { readSipSettings, readTrunkHost, type SipSettings } from "./sip.settings.ts";

/** The trunk's answer to a call. */
export type Answered = { answered: true } | { answered: false; sip: { code: number; status: string } };

export interface Dialling {
  client: LivekitClient;
  /** Returns why the trunk's host may not be called; its address may have changed since it was saved. */
  hostFault(host: string): Promise<string | null>;
  /** Reports the trunk's answer to the platform, in the background. */
  tell(request: PlaceCallRequest, answer: Answered): void;
}

/** LiveKit stops waiting for an answer after 80 seconds. */
const LONGEST_ANSWER_MS = 90_000;
const LOOK_FOR_ANSWER_EVERY_MS = 250;
/** A trunk that refuses the account does so within this time; afterwards a call that is still dialled counts as accepted. */
const DIALING_FOR_MS = 2000;

/**
 * Calls a person into a room of the call's own, at most once: a person who is in it was called before, and calling them again would
 * end their call. LiveKit answers when the trunk has answered, which may take as long as it rings, so the call counts as accepted
 * once LiveKit shows it, and the trunk's answer is reported like any event.
 */
export const placeCall = async (
  { client, hostFault, tell }: Dialling,
  {
    credentials,
    request,
    timeoutMs,
  }: { credentials: CarrierCredentials; request: PlaceCallRequest; timeoutMs: number },
): Promise<PlaceCallResult> => {
  const settings = readSipSettings(credentials);
  if ("problem" in settings) return { kind: "account_unusable", detail: settings.problem };
  const endsAtMs = performance.now() + timeoutMs;
  const fault = await hostFault(readTrunkHost(settings));
  if (fault !== null) return { kind: "refused", outcome: "failed", detail: fault };
  const obstacle = await prepareRoom(client, request.runUuid, endsAtMs);
  if (obstacle !== null) return obstacle;
  const accepted: PlaceCallResult = { kind: "accepted", carrierCallId: request.runUuid };
  const dialled = client({
    method: "SIP/CreateSIPParticipant",
    room: buildCallRoomName(request.runUuid),
    body: toBody(settings, request),
    timeoutMs: LONGEST_ANSWER_MS,
    sentWithinMs: leftMsUntil(endsAtMs),
    isLeftAtExit: true,
  });
  const looking = new AbortController();
  const seen = waitUntilSeen(client, { runUuid: request.runUuid, endsAtMs, signal: looking.signal });
  const first = await Promise.race([dialled, seen]);
  looking.abort();
  const result = typeof first === "string" ? laterResult(first, { accepted, timeoutMs }) : toResult(first, accepted);
  if (result.kind === "throttled") await forgetDialling(client, request.runUuid, endsAtMs);
  if (result.kind === "accepted" || result.kind === "unknown") {
    void dialled.then((answer) => {
      const told = readAnswered(answer);
      if (told) tell(request, told);
    });
  }
  return result;
};

/**
 * Creates the room and marks it; returns the result of an attempt that must not be dialled, and null where nobody was called into
 * the room yet and there is time to call. LiveKit is asked to call before `endsAtMs` or never: later the attempt may already count
 * as one that never reached the carrier.
 */
const prepareRoom = async (
  client: LivekitClient,
  runUuid: string,
  endsAtMs: number,
): Promise<PlaceCallResult | null> => {
  const room = buildCallRoomName(runUuid);
  const leftMs = () => leftMsUntil(endsAtMs);
  const body = { name: room, empty_timeout: ROOM_KEPT_SECONDS, departure_timeout: ROOM_KEPT_SECONDS };
  const made = await client({ method: "RoomService/CreateRoom", room, body, timeoutMs: leftMs() });
  if (made.kind === "response" && !isSuccess(made))
    return toResult(made, { kind: "unknown", detail: describeProblem(made) });
  try {
    const earlier = readAnswer(made, roomSchema)?.metadata ?? "";
    const callee = await findPerson(client, runUuid, { timeoutMs: leftMs() });
    if (callee) return { kind: "accepted", carrierCallId: runUuid };
    if (earlier !== "") return { kind: "unknown", detail: "LiveKit was asked for this call before" };
    await markRoom(client, { carrierCallId: runUuid, metadata: DIALLED, timeoutMs: leftMs() });
  } catch (error) {
    if (!(error instanceof CarrierUnavailableError)) throw error;
    return isTooLate(endsAtMs) ? NOT_DIALLED : { kind: "unknown", detail: error.message };
  }
  return isTooLate(endsAtMs) ? NOT_DIALLED : null;
};

const NOT_DIALLED: PlaceCallResult = {
  kind: "throttled",
  retryAfterSeconds: 1,
  detail: "LiveKit was too slow to open a room for the call, and nobody was called",
};

const leftMsUntil = (endsAtMs: number): number => Math.max(Math.ceil(endsAtMs - performance.now()), 1);

/** Removes the mark when LiveKit did not take the call. With the mark the call would stay doubtful. */
const forgetDialling = (client: LivekitClient, runUuid: string, endsAtMs: number): Promise<void> =>
  markRoom(client, { carrierCallId: runUuid, metadata: "", timeoutMs: leftMsUntil(endsAtMs) }).catch(
    (error: unknown) => {
      if (!(error instanceof CarrierUnavailableError)) throw error;
    },
  );

/** Tells whether a call that is dialled now could no longer be seen in time. */
const isTooLate = (endsAtMs: number): boolean => endsAtMs - performance.now() <= LOOK_FOR_ANSWER_EVERY_MS;

const waitUntilSeen = async (
  client: LivekitClient,
  { runUuid, endsAtMs, signal }: { runUuid: string; endsAtMs: number; signal: AbortSignal },
): Promise<"seen" | "late"> => {
  let seenSinceMs: number | null = null;
  for (;;) {
    const leftMs = Math.ceil(endsAtMs - performance.now());
    await delay(Math.max(Math.min(LOOK_FOR_ANSWER_EVERY_MS, leftMs), 0));
    if (leftMs <= LOOK_FOR_ANSWER_EVERY_MS || signal.aborted) return "late";
    const callee = await findPerson(client, runUuid, { timeoutMs: leftMs }).catch(() => null);
    if (callee === null) continue;
    seenSinceMs ??= performance.now();
    const isDialing = readLivingState(callee) === "queued";
    if (!isDialing || performance.now() - seenSinceMs > DIALING_FOR_MS) return "seen";
  }
};

const laterResult = (
  what: "seen" | "late",
  { accepted, timeoutMs }: { accepted: PlaceCallResult; timeoutMs: number },
): PlaceCallResult =>
  what === "seen" ? accepted : { kind: "unknown", detail: `LiveKit did not answer within ${timeoutMs} ms` };

const toBody = (settings: SipSettings, request: PlaceCallRequest) => ({
  trunk: {
    hostname: settings.address,
    transport: `SIP_TRANSPORT_${settings.transport.toUpperCase()}`,
    auth_username: settings.username,
    auth_password: settings.password,
    // An address of the trunk has its host; else LiveKit SIP shows its own.
    from_host: settings.from_host || (readHostOfAddress(request.from) ?? ""),
  },
  sip_call_to: request.to,
  sip_number: readDialledPart(request.from),
  room_name: buildCallRoomName(request.runUuid),
  participant_identity: CALLEE,
  participant_attributes: { [STATUS_URL_ATTRIBUTE]: request.statusUrl },
  ringing_timeout: `${request.ringTimeoutSeconds}s`,
  max_call_duration: `${request.timeLimitSeconds}s`,
  media: { encryption: `SIP_MEDIA_ENCRYPT_${settings.media_encryption.toUpperCase()}` },
  wait_until_answered: true,
});

/** Errors of Twirp after which nothing was done, and the request may be repeated. */
const NOT_TAKEN = new Set(["resource_exhausted", "unavailable"]);
const KEY_REFUSED = new Set(["unauthenticated", "permission_denied"]);
const NEVER_DIALLED = new Set(["invalid_argument", "failed_precondition"]);

/** Converts an answer to the result of the attempt; anything doubtful is `unknown`. */
const toResult = (result: RequestResult, accepted: PlaceCallResult): PlaceCallResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  if (isSuccess(result)) return accepted;
  const problem = readProblem(result);
  const detail = describeProblem(result);
  if (!problem) return { kind: "unknown", detail };
  if (problem.sip) return ofStatus(problem.sip, accepted);
  if (isAuthRefused(problem.message)) {
    return { kind: "account_unusable", detail: `the trunk refused the user name or the password: ${problem.message}` };
  }
  if (KEY_REFUSED.has(problem.code)) {
    return { kind: "account_unusable", detail: `LiveKit refuses the platform's key: ${detail}` };
  }
  if (NOT_TAKEN.has(problem.code)) return throttled(result, detail);
  if (NEVER_DIALLED.has(problem.code)) return { kind: "refused", outcome: "failed", detail };
  return { kind: "unknown", detail };
};

/** Converts the trunk's immediate answer. An outcome that no refusal can express becomes an event of an accepted call. */
const ofStatus = ({ code, status }: { code: number; status: string }, accepted: PlaceCallResult): PlaceCallResult => {
  const detail = `the trunk answered ${code} ${status}`.trim();
  if (isAccountRefused(code)) return { kind: "account_unusable", detail };
  const outcome = toOutcomeOfStatus(code);
  return outcome === "invalid_number" ? { kind: "refused", outcome, detail } : accepted;
};

const throttled = ({ headers }: CarrierResponse, detail: string): PlaceCallResult => ({
  kind: "throttled",
  retryAfterSeconds: readRetryAfterSeconds(headers["retry-after"]),
  detail,
});

/** Reads the trunk's answer; null: LiveKit's answer does not contain it, and only LiveKit's own events report it. */
const readAnswered = (result: RequestResult): Answered | null => {
  if (result.kind === "no_response") return null;
  if (isSuccess(result)) return { answered: true };
  const problem = readProblem(result);
  if (problem?.sip) return { answered: false, sip: problem.sip };
  return problem && isAuthRefused(problem.message)
    ? { answered: false, sip: { code: UNAUTHORIZED, status: problem.message } }
    : null;
};
