import { setTimeout as wait } from "node:timers/promises";
import { sendOnce } from "../telephony/carrier-request.ts";
import type { CallbackPayload } from "../telephony/simulator/simulator.protocol.ts";
import { buildSignatureHeaders } from "../telephony/simulator/simulator.signature.ts";
import type { TextCallback } from "../telephony/simulator/simulator.texts.ts";

/** The retries take about a minute, so that a receiver that is being restarted still gets its events. */
const RETRY_DELAYS_MS = [250, 500, 1000, 2000, 4000, 6000, 8000, 8000, 10_000, 10_000, 10_000];
const DELIVERY_TIMEOUT_MS = 5000;

/** Sends one signed callback, once; returns true when the receiver accepted it. */
export const sendCallback = async (
  signingKey: string,
  url: string,
  payload: CallbackPayload | TextCallback,
): Promise<boolean> => {
  const body = JSON.stringify(payload);
  const headers = { "content-type": "application/json", ...buildSignatureHeaders(signingKey, { url, body }) };
  const request = { method: "POST", url, headers, body, timeoutMs: DELIVERY_TIMEOUT_MS } as const;
  // The connection may be kept, because a failed delivery is repeated and a receiver takes an event once.
  const result = await sendOnce({ ...request, keepsConnection: true });
  return result.kind === "response" && result.status >= 200 && result.status < 300;
};

/** Repeats a failed delivery with growing pauses; ends when it is accepted, after a minute, or when stopped. */
export const retryCallback = async (deliver: () => Promise<boolean>, stopped: AbortSignal): Promise<void> => {
  for (const delayMs of RETRY_DELAYS_MS) {
    await wait(delayMs, undefined, { signal: stopped });
    if (await deliver()) return;
  }
};
