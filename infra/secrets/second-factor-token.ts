import { createHash } from "node:crypto";
import { z } from "zod";
import type { TokenSigner } from "./token-signer.ts";

const claimsOf = z.object({
  user_id: z.number().int(),
  organization_id: z.number().int(),
  challenge: z.string(),
  bound_to: z.string(),
});

/** Somebody who has given the right password and owes a second factor. */
export interface HalfLogIn {
  userId: number;
  organizationId: number;
  challengeUuid: string;
}

/** Signs what a person brings back together with the second factor. It ends when the password changes. */
export const signHalfLogIn = (
  tokens: TokenSigner,
  {
    userId,
    organizationId,
    challengeUuid,
    passwordHash,
    expiresAt,
  }: HalfLogIn & { passwordHash: string; expiresAt: Date },
): string =>
  tokens.sign(
    JSON.stringify({
      user_id: userId,
      organization_id: organizationId,
      challenge: challengeUuid,
      bound_to: fingerprintOf(passwordHash),
    }),
    { purpose: "second-factor", expiresAt },
  );

export const readHalfLogIn = (
  tokens: TokenSigner,
  token: string,
  now: Date,
): (HalfLogIn & { isFor(passwordHash: string): boolean }) | null => {
  const text = tokens.read(token, { purpose: "second-factor", now });
  if (text === null) return null;
  const claims = claimsOf.parse(JSON.parse(text));
  return {
    userId: claims.user_id,
    organizationId: claims.organization_id,
    challengeUuid: claims.challenge,
    isFor: (passwordHash) => fingerprintOf(passwordHash) === claims.bound_to,
  };
};

const fingerprintOf = (passwordHash: string): string =>
  createHash("sha256").update(passwordHash).digest("base64url").slice(0, 22);
