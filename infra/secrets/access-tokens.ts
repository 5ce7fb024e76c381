import { createHash } from "node:crypto";
import { z } from "zod";
import type { TokenSigner } from "./token-signer.ts";
import { HOUR_MS } from "../../domain/time/durations.rules.ts";

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

/** Reads an invitation token; null when it is not signed by us or has expired. */
export const readInvitation = (tokens: TokenSigner, token: string, now: Date): NamedInvitation | null => {
  const text = tokens.read(token, { purpose: "invitation", now });
  if (text === null) return null;
  const claims = invitationClaims.parse(JSON.parse(text));
  return { organizationId: claims.organization_id, invitationId: claims.invitation_id };
};

/** The lifetime of a link to a new password, whoever requested it. */
export const RESET_GOOD_FOR_MS = HOUR_MS;

/** Signs a token that is valid until it expires or the password changes, so that it works once. */
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
  /** Tells whether the token was made for the password with this hash. */
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
