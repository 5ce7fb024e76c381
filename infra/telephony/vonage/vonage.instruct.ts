import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { type Carrier, CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { describeProblem, requireResponse, type VonageClient } from "./vonage.client.ts";
import { type NccoOrder, toNcco } from "./vonage.ncco.ts";

/** The approximate length of a digit with the gap after it. */
const DIGIT_SECONDS = 0.3;
const PAUSE_SECONDS = 0.5;

/**
 * Builds the answer to a request for instructions. Digits are not an action of it: they are sent by a separate request,
 * start at once, and the call's other actions wait for them. With text in the same instructions digits come first, not
 * after it.
 */
export const buildInstructions = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  order: NccoOrder,
): ReturnType<Carrier["instruct"]> => {
  const digits = (order.instructions.playDigits ?? "").replace(/w/gi, "p");
  const actions = toNcco(order);
  if (digits !== "") {
    await playDigits(client, credentials, { uuid: order.carrierCallId, digits });
    actions.unshift({ action: "wait", timeout: lengthOf(digits) });
  }
  return { contentType: "application/json", body: JSON.stringify(actions) };
};

const lengthOf = (digits: string): number => {
  const pauses = digits.split("p").length - 1;
  return Number((pauses * PAUSE_SECONDS + (digits.length - pauses) * DIGIT_SECONDS).toFixed(1));
};

const playDigits = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { uuid, digits }: { uuid: string; digits: string },
): Promise<void> => {
  const path = `/v1/calls/${encodeURIComponent(uuid)}/dtmf`;
  const result = await client.asApplication(credentials, { method: "PUT", path, json: { digits } });
  const response = requireResponse(result);
  // Digits for a call that is over are dropped.
  if (!isSuccess(response) && response.status !== 404)
    throw new CarrierUnavailableError(`Vonage: ${describeProblem(response)}`);
};
