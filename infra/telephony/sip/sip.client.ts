import { z } from "zod";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { LivekitSettings } from "../../livekit/livekit-settings.ts";
import { signServiceToken } from "../../livekit/room-token.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { type RequestResult, sendOnce } from "../carrier-request.ts";

export interface LivekitRequest {
  /** For example `RoomService/GetParticipant`. */
  method: string;
  /** The room of the request. */
  room: string;
  body: Readonly<Record<string, unknown>>;
  timeoutMs?: number;
  sentWithinMs?: number;
  isLeftAtExit?: true;
}

export type LivekitClient = (request: LivekitRequest) => Promise<RequestResult>;

export const createLivekitClient =
  (livekit: LivekitSettings, { readTimeoutMs }: { readTimeoutMs: number }): LivekitClient =>
  async ({ method, room, body, timeoutMs = readTimeoutMs, sentWithinMs, isLeftAtExit }) =>
    sendOnce({
      method: "POST",
      url: `${livekit.url.replace(/\/+$/, "")}/twirp/livekit.${method}`,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${await signServiceToken(livekit, { room })}`,
      },
      body: JSON.stringify(body),
      timeoutMs,
      ...(sentWithinMs !== undefined && { sentWithinMs }),
      ...(isLeftAtExit && { isLeftAtExit }),
    });

const problem = z.object({
  code: z.string(),
  msg: z.string().default(""),
  meta: z.record(z.string(), z.string()).default({}),
});

/** An error of LiveKit's API. */
export interface LivekitProblem {
  /** Twirp's code, for example `not_found`. */
  code: string;
  message: string;
  /** The trunk's answer; null: there was none. */
  sip: { code: number; status: string } | null;
}

export const readProblem = ({ body }: { body: string }): LivekitProblem | null => {
  const read = problem.safeParse(parseJson(body)).data;
  if (!read) return null;
  const sipCode = Number(read.meta["sip_status_code"] ?? 0);
  return {
    code: read.code,
    message: read.msg,
    sip: sipCode > 0 ? { code: sipCode, status: read.meta["sip_status"] ?? "" } : null,
  };
};

/** Describes an error for people. */
export const describeProblem = (result: { status: number; body: string }): string => {
  const read = readProblem(result);
  return read ? `${read.message || read.code} (HTTP ${result.status}, ${read.code})` : `HTTP ${result.status}`;
};

/** Reads an answer; null: LiveKit has no such room or participant. Throws `CarrierUnavailableError` for any other error. */
export const readAnswer = <T>(result: RequestResult, schema: z.ZodType<T>): T | null => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`LiveKit: ${result.detail}`);
  if (!isSuccess(result) && readProblem(result)?.code === "not_found") return null;
  const read = isSuccess(result) ? schema.safeParse(parseJson(result.body)) : null;
  if (!read?.success) throw new CarrierUnavailableError(`LiveKit: ${describeProblem(result)}`);
  return read.data;
};
