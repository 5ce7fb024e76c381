import { createHash } from "node:crypto";
import { z } from "zod";
import type { TokenSigner } from "./token-signer.ts";

const invitationClaims = z.object({ organization_id: z.number().int(), invitation_id: z.number().int() });
const resetClaims = z.object({ user_id: z.number().int(), password: z.string() });

export interface NamedInvitation {
  organizationId: number;
  invitationId: number;
}

export const signInvitation = (
  tokens: TokenSigner,
  { organizationId, invitationId, expiresAt }: NamedInvitation & { expiresAt: Date },
): string =>
  tokens.sign(JSON.stringify({ organization_id: organizationId, invitation_id: invitationId }), {
    purpose: "invitation",
    expiresAt,
  });

/** Null for what nobody signed, or what has expired. */
export const readInvitation = (tokens: TokenSigner, token: string, now: Date): NamedInvitation | null => {
  const text = tokens.read(token, { purpose: "invitation", now });
  if (text === null) return null;
  const claims = invitationClaims.parse(JSON.parse(text));
  return { organizationId: claims.organization_id, invitationId: claims.invitation_id };
};

/** Good until it expires or the password changes, whichever comes first, so that it is used once. */
export const signPasswordReset = (
  tokens: TokenSigner,
  { userId, passwordHash, expiresAt }: { userId: number; passwordHash: string; expiresAt: Date },
): string =>
  tokens.sign(JSON.stringify({ user_id: userId, password: fingerprintOf(passwordHash) }), {
    purpose: "password-reset",
    expiresAt,
  });

export interface NamedReset {
  userId: number;
  /** Whether the token was made for the password that has this hash. */
  isFor(passwordHash: string): boolean;
}

export const readPasswordReset = (tokens: TokenSigner, token: string, now: Date): NamedReset | null => {
  const text = tokens.read(token, { purpose: "password-reset", now });
  if (text === null) return null;
  const claims = resetClaims.parse(JSON.parse(text));
  return { userId: claims.user_id, isFor: (passwordHash) => fingerprintOf(passwordHash) === claims.password };
};

const fingerprintOf = (passwordHash: string): string =>
  createHash("sha256").update(passwordHash).digest("base64url").slice(0, 22);
