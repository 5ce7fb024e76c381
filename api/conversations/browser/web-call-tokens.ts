import type { ApiDependencies } from "../../http/operation-context.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";

const JOIN = "web-call";
const EMBED = "embed";
/** A page that loses its connection comes back by the same token; the row says whether the conversation still goes on. */
const JOIN_TOKEN_SECONDS = 86_400;
/** How long an embed token is valid that has no end of its own. */
const FOR_GOOD = new Date(Date.UTC(2100, 0, 1));

interface Named {
  organizationId: number;
  uuid: string;
}

type Tokens = Pick<ApiDependencies, "tokens" | "clock">;

/** Opens one conversation; whoever has it talks in it. */
export const signJoinToken = ({ tokens, clock }: Tokens, run: Pick<CallRun, "organization_id" | "uuid">): string =>
  tokens.sign(`${run.organization_id}/${run.uuid}`, {
    purpose: JOIN,
    expiresAt: new Date(clock.now().getTime() + JOIN_TOKEN_SECONDS * 1000),
  });

export const readJoinToken = (deps: Tokens, token: string): Named | null => read(deps, token, JOIN);

/** Stands in the open in other people's pages: its row says what may be done with it. */
export const signEmbedToken = ({ tokens }: Pick<Tokens, "tokens">, row: EmbedToken): string =>
  tokens.sign(`${row.organization_id}/${row.uuid}`, { purpose: EMBED, expiresAt: row.expires_at ?? FOR_GOOD });

export const readEmbedToken = (deps: Tokens, token: string): Named | null => read(deps, token, EMBED);

const read = ({ tokens, clock }: Tokens, token: string, purpose: string): Named | null => {
  const [organization, uuid] = tokens.read(token, { purpose, now: clock.now() })?.split("/") ?? [];
  return organization && uuid ? { organizationId: Number(organization), uuid } : null;
};
