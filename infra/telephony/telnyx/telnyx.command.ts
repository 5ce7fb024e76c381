import { createHash } from "node:crypto";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import { describeProblem, readProblems, requireResponse, type TelnyxClient } from "./telnyx.client.ts";

export interface CallCommand {
  carrierCallId: string;
  action:
    | "answer"
    | "bridge"
    | "conversation_relay_start"
    | "gather"
    | "hangup"
    | "playback_start"
    | "reject"
    | "send_dtmf"
    | "speak"
    | "transfer";
  body: Readonly<Record<string, unknown>>;
}

/** The call has ended (90018), or the id is not a call's (90015). */
const NO_SUCH_CALL = new Set(["90018", "90015", "10005"]);
/** The command is already in progress: its first answer was lost. */
const UNDER_WAY = new Set(["90061"]);

/**
 * Sends a call one command. The command of a repeated webhook has the same id, by which Telnyx ignores it for sixty
 * seconds. A call that is over takes no commands, which is no error.
 */
export const sendCommand = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { carrierCallId, action, body }: CallCommand,
): Promise<void> => {
  const result = await client(credentials, {
    method: "POST",
    path: `/calls/${encodeURIComponent(carrierCallId)}/actions/${action}`,
    json: { ...body, command_id: commandId(carrierCallId, action, body) },
  });
  const response = requireResponse(result);
  if (isSuccess(response) || response.status === 404) return;
  if (readProblems(response).some(({ code }) => NO_SUCH_CALL.has(code) || UNDER_WAY.has(code))) return;
  throw new CarrierUnavailableError(`Telnyx: ${describeProblem(response)}`);
};

/** Derives a UUID (version 8, RFC 9562) from the command. */
const commandId = (carrierCallId: string, action: string, body: CallCommand["body"]): string => {
  const hex = createHash("sha256")
    .update(JSON.stringify([carrierCallId, action, body]))
    .digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(12, 15)}`, `a${hex.slice(15, 18)}`, hex.slice(18, 30)].join(
    "-",
  );
};
