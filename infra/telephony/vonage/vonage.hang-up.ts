import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { callResource, toState } from "./vonage.call.ts";
import { describeProblem, readAnswer, requireResponse, type VonageClient } from "./vonage.client.ts";

/**
 * Ends a call. Vonage answers 400 both for a call that is over and for one made a second or two ago, which cannot be
 * ended yet: fetching shows which, and the second is retried.
 */
export const hangUp = async (client: VonageClient, credentials: CarrierCredentials, uuid: string): Promise<void> => {
  const path = `/v1/calls/${encodeURIComponent(uuid)}`;
  const result = await client.asApplication(credentials, { method: "PUT", path, json: { action: "hangup" } });
  const response = requireResponse(result);
  if (response.status === 404 || isSuccess(response)) return;
  const looked = await client.asApplication(credentials, { method: "GET", path });
  if (looked.kind === "response" && looked.status === 404) return;
  if (toState(readAnswer(looked, callResource).status) === "completed") return;
  throw new CarrierUnavailableError(`Vonage: ${describeProblem(response)}`);
};
