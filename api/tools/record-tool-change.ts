import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { Tool } from "../../infra/postgres/tool/tool.entity.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";

/** `change` ends the sentence: "was archived". */
export const recordToolChange = (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { tool, change }: { tool: Tool; change: string },
): void =>
  recordTimelineAtCommit(tx, {
    organizationId: tool.organization_id,
    kind: "system",
    actor: formatActor(actor),
    summary: `Tool ${tool.name} ${change}`,
    payload: { tool_uuid: tool.tool_uuid },
  });
