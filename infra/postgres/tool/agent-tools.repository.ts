import type { AgentTool } from "../../../domain/conversation/conversation.ports.ts";
import { isUuid } from "../../../domain/json/uuid.rules.ts";
import { USABLE_TOOL_STATE } from "../../../domain/tool/tool-states.ts";
import type { OrganizationTransaction } from "../database.ts";

/** Lists the active tools of the given ids, in their order, for one step of an agent. */
export const listAgentTools = async (
  tx: OrganizationTransaction,
  uuids: readonly string[],
): Promise<Omit<AgentTool, "action">[]> => {
  const known = uuids.filter((uuid) => isUuid(uuid));
  if (known.length === 0) return [];
  const rows = await tx
    .selectFrom("tools")
    .select(["tool_uuid", "name", "description", "definition", "requires_confirmation", "compensation"])
    .where("tool_uuid", "in", known)
    .where("status", "=", USABLE_TOOL_STATE)
    .execute();
  const byUuid = new Map(rows.map((row) => [row.tool_uuid, row]));
  return known.flatMap((uuid) => {
    const row = byUuid.get(uuid);
    if (!row) return [];
    const { name, description, definition, requires_confirmation: requiresConfirmation } = row;
    const canBeUndone = row.compensation !== null;
    return [{ uuid, name, description: description ?? "", definition, requiresConfirmation, canBeUndone }];
  });
};
