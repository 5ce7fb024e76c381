import { createHash } from "node:crypto";
import { z } from "zod";
import type { TokenSigner } from "./token-signer.ts";

const invitationClaims = z.object({ organization_id: z.number().int(), invitation_id: z.number().int() });
const resetClaims = z.object({
  user_id: z.number().int(),
  bound_to: z.string(),
  organization_id: z.number().int().optional(),
  made_by: z.number().int().optional(),
});

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

/** What a link to a new password is bound to: it stops working when any of it changes. */
export interface ResetBinding {
  passwordHash: string;
  /** The mark of the person's memberships. */
  memberships: string;
}

/** The member who made the link and may hold it, and the organization for which they made it. */
export interface ResetMaker {
  organizationId: number;
  userId: number;
}

/** Signs a token that is valid until it expires, or the password or a membership of the person changes. */
export const signPasswordReset = (
  tokens: TokenSigner,
  { userId, expiresAt, maker, ...binding }: ResetBinding & { userId: number; expiresAt: Date; maker?: ResetMaker },
): string =>
  tokens.sign(
    JSON.stringify({
      user_id: userId,
      bound_to: fingerprintOf(binding),
      ...(maker && { organization_id: maker.organizationId, made_by: maker.userId }),
    }),
    { purpose: "password-reset", expiresAt },
  );

export interface NamedReset {
  userId: number;
  /** Undefined: the person asked for the link, which was mailed to them. */
  maker: ResetMaker | undefined;
  /** Tells whether the token was made for this password and these memberships. */
  isFor(binding: ResetBinding): boolean;
}

export const readPasswordReset = (tokens: TokenSigner, token: string, now: Date): NamedReset | null => {
  const text = tokens.read(token, { purpose: "password-reset", now });
  const claims = text === null ? undefined : resetClaims.safeParse(JSON.parse(text)).data;
  if (!claims) return null;
  const { user_id: userId, organization_id: organizationId, made_by: madeBy } = claims;
  return {
    userId,
    maker: organizationId === undefined || madeBy === undefined ? undefined : { organizationId, userId: madeBy },
    isFor: (binding) => fingerprintOf(binding) === claims.bound_to,
  };
};

const fingerprintOf = ({ passwordHash, memberships }: ResetBinding): string =>
  createHash("sha256").update(`${passwordHash}\n${memberships}`).digest("base64url").slice(0, 22);
