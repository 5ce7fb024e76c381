import { setTimeout as wait } from "node:timers/promises";
import { sendOnce } from "../carrier-request.ts";
import type { CallEventType, CallView } from "./simulator.call.ts";
import type { RecordingView } from "./simulator.recording.ts";
import { signatureHeaders } from "./simulator.signature.ts";

/** The JSON body of a callback. `event_id` is the same whenever the same event is delivered again. */
export interface CallbackPayload {
  event_id: string;
  type: CallEventType;
  occurred_at: string;
  call: CallView;
  recording: RecordingView | null;
}

/** About a minute in all: a receiver that is being restarted still gets its events. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000, 6000, 8000, 8000, 10_000, 10_000, 10_000];
const DELIVERY_TIMEOUT_MS = 5000;

/** Sends one signed callback, once; true when the receiver took it. */
export const sendCallback = async (signingKey: string, url: string, payload: CallbackPayload): Promise<boolean> => {
  const body = JSON.stringify(payload);
  const headers = { "content-type": "application/json", ...signatureHeaders(signingKey, { url, body }) };
  const result = await sendOnce({ method: "POST", url, headers, body, timeoutMs: DELIVERY_TIMEOUT_MS });
  return result.kind === "response" && result.status >= 200 && result.status < 300;
};

/** Repeats a failed delivery with growing pauses; ends when taken, given up after a minute, or stopped. */
export const retryCallback = async (deliver: () => Promise<boolean>, stopped: AbortSignal): Promise<void> => {
  for (const delayMs of RETRY_DELAYS_MS) {
    await wait(delayMs, undefined, { signal: stopped });
    if (await deliver()) return;
  }
};
