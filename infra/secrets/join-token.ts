import type { Clock } from "../clock.ts";
import type { TokenSigner } from "./token-signer.ts";

const JOIN = "web-call";
/** A page that loses its connection comes back by the same token; the row says whether the conversation still goes on. */
const JOIN_TOKEN_SECONDS = 86_400;

interface Tokens {
  tokens: TokenSigner;
  clock: Clock;
}

/** Opens one conversation; whoever has it talks in it. */
export const signJoinToken = (
  { tokens, clock }: Tokens,
  { organizationId, runUuid }: { organizationId: number; runUuid: string },
): string =>
  tokens.sign(`${organizationId}/${runUuid}`, {
    purpose: JOIN,
    expiresAt: new Date(clock.now().getTime() + JOIN_TOKEN_SECONDS * 1000),
  });

/** The claims of such a token; null: it is none, or has expired. */
export const readJoinClaims = ({ tokens, clock }: Tokens, token: string): string | null =>
  tokens.read(token, { purpose: JOIN, now: clock.now() });
