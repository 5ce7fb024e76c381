import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { Carrier } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { describeProblem, type LivekitClient } from "./sip.client.ts";
import { readSipSettings, readTrunkHost } from "./sip.settings.ts";

/** Checks that the settings are possible and that LiveKit can call; LiveKit cannot ask a trunk whether it knows us. */
export const checkAccount = async (
  { client, hostFault }: { client: LivekitClient; hostFault: (host: string) => Promise<string | null> },
  credentials: CarrierCredentials,
): ReturnType<Carrier["checkAccount"]> => {
  const settings = readSipSettings(credentials);
  if ("problem" in settings) return { reachable: true, ok: false, message: settings.problem };
  const fault = await hostFault(readTrunkHost(settings));
  if (fault !== null) return { reachable: true, ok: false, message: fault };
  const result = await client({ method: "SIP/ListSIPOutboundTrunk", room: "", body: {} });
  if (result.kind === "no_response") return { reachable: false, ok: false, message: `LiveKit: ${result.detail}` };
  if (isSuccess(result)) {
    return {
      reachable: true,
      ok: true,
      message: "LiveKit is ready to call; the trunk itself is asked by the first call.",
    };
  }
  return { reachable: result.status < 500, ok: false, message: `LiveKit refused: ${describeProblem(result)}` };
};
