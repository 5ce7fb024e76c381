import { parseJson } from "../../domain/json/json-value.ts";
import { sendOnce } from "../telephony/carrier-request.ts";
import { type Instructions, instructionsSchema } from "../telephony/simulator/simulator.instructions.ts";
import { buildSignatureHeaders } from "../telephony/simulator/simulator.signature.ts";

const ASK_TIMEOUT_MS = 10_000;

/** Asks the platform for instructions; null when it gives no usable answer. */
export const askForInstructions = async (
  signingKey: string,
  address: string,
  payload: object,
): Promise<Instructions | null> => {
  const body = JSON.stringify(payload);
  const headers = { "content-type": "application/json", ...buildSignatureHeaders(signingKey, { url: address, body }) };
  const result = await sendOnce({ method: "POST", url: address, headers, body, timeoutMs: ASK_TIMEOUT_MS });
  if (result.kind === "no_response" || result.status !== 200) return null;
  return instructionsSchema.safeParse(parseJson(result.body)).data ?? null;
};
