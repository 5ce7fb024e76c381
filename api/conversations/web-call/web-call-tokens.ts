import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { readJoinClaims, readVoiceClaims } from "../../../infra/secrets/join-token.ts";
import type { ApiDependencies, OperationContext } from "../../http/operation-context.ts";

const EMBED = "embed";
const VISITOR = "visitor";
/** The expiry of an embed token without an end of its own. */
const FOR_GOOD = new Date(Date.UTC(2100, 0, 1));

interface Named {
  organizationId: number;
  uuid: string;
}

type Tokens = Pick<ApiDependencies, "tokens" | "clock">;

export const readJoinToken = (deps: Tokens, token: string): Named | null => named(readJoinClaims(deps, token));

export const readVoiceToken = (deps: Tokens, token: string): Named | null => named(readVoiceClaims(deps, token));

/** Signs an embed token. It is public in external pages; its row decides what it allows. */
export const signEmbedToken = ({ tokens }: Pick<Tokens, "tokens">, row: EmbedToken): string =>
  tokens.sign(`${row.organization_id}/${row.uuid}`, { purpose: EMBED, expiresAt: row.expires_at ?? FOR_GOOD });

export const readEmbedToken = ({ tokens, clock }: Tokens, token: string): Named | null =>
  named(tokens.read(token, { purpose: EMBED, now: clock.now() }));

/**
 * Returns a mark of the visitor's address, for this token alone. Only somebody with our keys can tell the address by it.
 */
export const markVisitor = (
  { tokens, address }: Pick<OperationContext, "tokens" | "address">,
  { uuid }: Pick<EmbedToken, "uuid">,
): string => tokens.sign(`${uuid} ${address}`, { purpose: VISITOR, expiresAt: FOR_GOOD }).split(".").at(-1) ?? "";

const named = (claims: string | null): Named | null => {
  const [organization, uuid] = claims?.split("/") ?? [];
  return organization && uuid ? { organizationId: Number(organization), uuid } : null;
};
