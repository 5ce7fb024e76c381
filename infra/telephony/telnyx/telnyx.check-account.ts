import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { Carrier } from "../carrier.ts";
import { isRefusal, isSuccess } from "../carrier-answers.ts";
import { describeProblem, type TelnyxClient } from "./telnyx.client.ts";

const answer = z.object({
  data: z.object({
    active: z.boolean().nullish(),
    application_name: z.string().nullish(),
    webhook_api_version: z.string().nullish(),
    outbound: z.object({ outbound_voice_profile_id: z.string().nullish() }).nullish(),
  }),
});

/** Fetches the application, which verifies the key and shows settings that would make every call fail. */
export const checkAccount = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
): ReturnType<Carrier["checkAccount"]> => {
  const path = `/call_control_applications/${encodeURIComponent(readSetting(credentials, "connection_id"))}`;
  const result = await client(credentials, { method: "GET", path });
  if (result.kind === "no_response") return { reachable: false, ok: false, message: `Telnyx: ${result.detail}` };
  const problem = describeProblem(result);
  if (isRefusal(result)) return { reachable: true, ok: false, message: `Telnyx refused: ${problem}` };
  const application = isSuccess(result) ? answer.safeParse(parseJson(result.body)).data?.data : undefined;
  if (!application) return { reachable: false, ok: false, message: `Telnyx: ${problem}` };
  const flaw = flawOf(application);
  return { reachable: true, ok: flaw === null, message: flaw ?? "The Voice API application is ready for calls." };
};

const flawOf = (application: z.infer<typeof answer>["data"]): string | null => {
  if (application.active === false) return "The Voice API application is not active.";
  if (!application.outbound?.outbound_voice_profile_id) {
    return "No outbound voice profile is assigned to the Voice API application; without one no number can be called.";
  }
  if (application.webhook_api_version && application.webhook_api_version !== "2") {
    return "The Voice API application sends webhooks of API v1; set it to API v2.";
  }
  return null;
};
