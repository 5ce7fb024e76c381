import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import { formatActor, type OperationContext } from "../../http/operation-context.ts";

/** `change` ends the sentence: "was revoked". */
export const recordEmbedTokenChange = (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { token, change }: { token: EmbedToken; change: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: token.organization_id,
    kind: "system",
    actor: formatActor(actor),
    summary: `The embed token ${token.name} for ${token.allowed_origins.join(", ")} ${change}`,
    payload: { embed_token_id: token.id },
    agentId: token.agent_id,
  });
