import { z } from "zod";
import { CarrierRefusedError, CarrierUnavailableError } from "../carrier.ts";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { RequestResult } from "../carrier-request.ts";
import { toVonageNumber } from "./vonage.call.ts";
import { describeProblem, readAnswer, readProblem, type VonageClient } from "./vonage.client.ts";

const ownedNumber = z.object({
  country: z.string(),
  msisdn: z.string(),
  app_id: z.string().nullish(),
  moHttpUrl: z.string().nullish(),
  voiceCallbackType: z.string().nullish(),
  voiceCallbackValue: z.string().nullish(),
  messagesCallbackType: z.string().nullish(),
  messagesCallbackValue: z.string().nullish(),
});

/** A number on the account, as Vonage keeps it. */
export type HeldNumber = z.infer<typeof ownedNumber>;

const ownedList = z.object({ numbers: z.array(ownedNumber).nullish() });

/** null: the number is not on the account. */
export const findHeld = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  phoneNumber: string,
): Promise<HeldNumber | null> => {
  const msisdn = toVonageNumber(phoneNumber);
  const query = new URLSearchParams({ pattern: msisdn, search_pattern: "0", size: "100" });
  const answer = readAnswer(await client.numbers(credentials, { path: "/account/numbers", query }), ownedList);
  return answer.numbers?.find((each) => each.msisdn === msisdn) ?? null;
};

/** What Vonage has done about a command. The code in the body counts: some refusals come with HTTP 200. */
export const verdictOf = (result: Extract<RequestResult, { kind: "response" }>): "done" | "refused" | "unclear" => {
  const code = Number(readProblem(result)?.["error-code"] ?? Number.NaN);
  if (result.status === 200 && code === 200) return "done";
  const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;
  if (result.status === 200 ? isRefusal(code) : isRefusal(result.status)) return "refused";
  return "unclear";
};

/** Throws `CarrierRefusedError` with Vonage's words for a no, `CarrierUnavailableError` for anything else but a yes. */
export const requireDone = (result: RequestResult): void => {
  if (result.kind === "no_response") throw new CarrierUnavailableError(`Vonage: ${result.detail}`);
  const verdict = verdictOf(result);
  if (verdict === "refused") throw new CarrierRefusedError(describeProblem(result));
  if (verdict === "unclear") throw new CarrierUnavailableError(`Vonage: ${describeProblem(result)}`);
};
