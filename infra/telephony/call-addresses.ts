import type { TokenSigner } from "../secrets/token-signer.ts";
import type { InboundTarget } from "./carrier-numbers.ts";

/** The parts of a call's addresses. */
export interface AddressedCall {
  provider: string;
  organizationId: number;
  runUuid: string;
}

const RELAY_TOKEN = "relay";

/** Returns the addresses for a carrier's events and requests about a call. */
export const buildCallAddresses = (publicBaseUrl: string, { provider, organizationId, runUuid }: AddressedCall) => {
  const call = `${publicBaseUrl}/api/v1/telephony/callbacks/${provider}/${organizationId}/${runUuid}`;
  return {
    statusUrl: `${call}/status`,
    answerUrl: `${call}/answer`,
    /** Receives what the person answers to the n-th turn. */
    turnUrl: (turn: number) => `${call}/turn?turn=${turn}`,
    /** The carrier asks here when a relay or a transfer has ended. */
    afterUrl: `${call}/after`,
  };
};

/** Returns the addresses at which a carrier announces an account's incoming calls, reports their events, and hands over texts. */
export const buildInboundTarget = (
  publicBaseUrl: string,
  account: { provider: string; organizationId: number; telephonyAccountId: number },
): InboundTarget => {
  const inboundUrl = `${publicBaseUrl}/api/v1/telephony/inbound/${account.provider}`;
  return {
    inboundUrl,
    statusUrl: `${inboundUrl}/${account.organizationId}/${account.telephonyAccountId}/status`,
    textUrl: `${publicBaseUrl}/api/v1/telephony/messages/${account.provider}`,
  };
};

/** Returns the WebSocket address for one call's words, with a token that admits to it. */
export const buildRelayUrl = (
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

/** Tells whether the token is ours, for this call, and still valid. */
export const isRelayToken = (
  tokens: TokenSigner,
  { token, call, now }: { token: string; call: Pick<AddressedCall, "organizationId" | "runUuid">; now: Date },
): boolean => tokens.read(token, { purpose: RELAY_TOKEN, now }) === `${call.organizationId}/${call.runUuid}`;
