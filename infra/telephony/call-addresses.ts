import type { TokenSigner } from "../secrets/token-signer.ts";
import type { InboundTarget } from "./carrier-numbers.ts";

/** One call, as its addresses name it. */
export interface AddressedCall {
  provider: string;
  organizationId: number;
  runUuid: string;
}

const RELAY_TOKEN = "relay";

/** Where a carrier tells of a call and asks about it. */
export const callAddresses = (publicBaseUrl: string, { provider, organizationId, runUuid }: AddressedCall) => {
  const call = `${publicBaseUrl}/api/v1/telephony/callbacks/${provider}/${organizationId}/${runUuid}`;
  return {
    statusUrl: `${call}/status`,
    answerUrl: `${call}/answer`,
    /** What the person says to the n-th thing that was said to them comes here. */
    turnUrl: (turn: number) => `${call}/turn?turn=${turn}`,
    /** Asked when a relay or a transfer has ended. */
    afterUrl: `${call}/after`,
  };
};

/** Where a carrier announces calls to a number of an account, and tells of them. */
export const inboundTarget = (
  publicBaseUrl: string,
  account: { provider: string; organizationId: number; telephonyAccountId: number },
): InboundTarget => {
  const inboundUrl = `${publicBaseUrl}/api/v1/telephony/inbound/${account.provider}`;
  return { inboundUrl, statusUrl: `${inboundUrl}/${account.organizationId}/${account.telephonyAccountId}/status` };
};

/** The WebSocket of one call's words; whoever does not know its token is not let in. */
export const relayUrl = (
  { tokens, publicBaseUrl }: { tokens: TokenSigner; publicBaseUrl: string },
  call: AddressedCall & { expiresAt: Date },
): string => {
  const token = tokens.sign(`${call.organizationId}/${call.runUuid}`, {
    purpose: RELAY_TOKEN,
    expiresAt: call.expiresAt,
  });
  const root = publicBaseUrl.replace(/^http/, "ws");
  return `${root}/api/v1/telephony/relay/${call.provider}/${call.organizationId}/${call.runUuid}/${token}`;
};

/** Whether the token is ours, of this call, and still holds. */
export const isRelayToken = (
  tokens: TokenSigner,
  { token, call, now }: { token: string; call: Pick<AddressedCall, "organizationId" | "runUuid">; now: Date },
): boolean => tokens.read(token, { purpose: RELAY_TOKEN, now }) === `${call.organizationId}/${call.runUuid}`;
