import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierRefusedError, CarrierUnavailableError } from "../carrier.ts";
import { type CarrierResponse, isRefusal } from "../carrier-answers.ts";
import type { RequestResult } from "../carrier-request.ts";
import { toVonageNumber } from "./vonage.call.ts";
import { describeProblem, readAnswer, readProblem, requireResponse, type VonageClient } from "./vonage.client.ts";

const ownedNumber = z.object({
  country: z.string(),
  msisdn: z.string(),
  app_id: z.string().nullish(),
  moHttpUrl: z.string().nullish(),
  voiceCallbackType: z.string().nullish(),
  voiceCallbackValue: z.string().nullish(),
  messagesCallbackType: z.string().nullish(),
  messagesCallbackValue: z.string().nullish(),
  features: z.array(z.string()).nullish(),
});

/** A number on the account, in Vonage's form. */
export type OwnedNumber = z.infer<typeof ownedNumber>;

const ownedList = z.object({ numbers: z.array(ownedNumber).nullish() });

/** Finds the number; null: it is not on the account. */
export const findOwned = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  phoneNumber: string,
): Promise<OwnedNumber | null> => {
  const msisdn = toVonageNumber(phoneNumber);
  const query = new URLSearchParams({ pattern: msisdn, search_pattern: "0", size: "100" });
  const answer = readAnswer(await client.numbers(credentials, { path: "/account/numbers", query }), ownedList);
  return answer.numbers?.find((each) => each.msisdn === msisdn) ?? null;
};

/** Returns the result of a command. The code in the body counts: some refusals come with HTTP 200. */
export const readCommandResult = (result: CarrierResponse): "done" | "refused" | "unclear" => {
  const code = Number(readProblem(result)?.["error-code"] ?? Number.NaN);
  if (result.status === 200 && code === 200) return "done";
  if (isRefusal({ status: result.status === 200 ? code : result.status })) return "refused";
  return "unclear";
};

/**
 * Throws `CarrierRefusedError` with Vonage's sentence for a refusal, `CarrierUnavailableError` for anything else but
 * success.
 */
export const requireCommandDone = (result: RequestResult): void => {
  const response = requireResponse(result);
  const verdict = readCommandResult(response);
  if (verdict === "refused") throw new CarrierRefusedError(describeProblem(response));
  if (verdict === "unclear") throw new CarrierUnavailableError(`Vonage: ${describeProblem(response)}`);
};
