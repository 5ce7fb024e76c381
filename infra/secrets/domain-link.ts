import { z } from "zod";
import type { TokenSigner } from "./token-signer.ts";

const claimsOf = z.object({ organization_id: z.number().int(), domain_id: z.number().int(), token: z.string() });

/** A domain that its link proves: as long as it is there with this token. */
export interface NamedDomain {
  organizationId: number;
  domainId: number;
  token: string;
}

export const signDomainLink = (
  tokens: TokenSigner,
  { organizationId, domainId, token, expiresAt }: NamedDomain & { expiresAt: Date },
): string =>
  tokens.sign(JSON.stringify({ organization_id: organizationId, domain_id: domainId, token }), {
    purpose: "domain",
    expiresAt,
  });

export const readDomainLink = (tokens: TokenSigner, token: string, now: Date): NamedDomain | null => {
  const text = tokens.read(token, { purpose: "domain", now });
  if (text === null) return null;
  const claims = claimsOf.parse(JSON.parse(text));
  return { organizationId: claims.organization_id, domainId: claims.domain_id, token: claims.token };
};
