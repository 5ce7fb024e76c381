import type { Clock } from "../clock.ts";
import type { TokenSigner } from "./token-signer.ts";

const JOIN = "web-call";
/**
 * A page that loses its connection rejoins with the same token; the row decides whether the conversation still goes on.
 */
const JOIN_TOKEN_SECONDS = 86_400;

interface Tokens {
  tokens: TokenSigner;
  clock: Clock;
}

/** Signs a token for one conversation; its holder may talk in it. */
export const signJoinToken = (
  { tokens, clock }: Tokens,
  { organizationId, runUuid }: { organizationId: number; runUuid: string },
): string =>
  tokens.sign(`${organizationId}/${runUuid}`, {
    purpose: JOIN,
    expiresAt: new Date(clock.now().getTime() + JOIN_TOKEN_SECONDS * 1000),
  });

/** Returns the claims of a join token; null: it is not valid or has expired. */
export const readJoinClaims = ({ tokens, clock }: Tokens, token: string): string | null =>
  tokens.read(token, { purpose: JOIN, now: clock.now() });
