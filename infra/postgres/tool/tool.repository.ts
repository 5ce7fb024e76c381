import type { Selectable } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { ToolsTable } from "./tool.table.ts";

export type Tool = Selectable<ToolsTable>;

export const findTool = (tx: OrganizationTransaction, toolUuid: string): Promise<Tool | undefined> =>
  tx.selectFrom("tools").selectAll().where("tool_uuid", "=", toolUuid).executeTakeFirst();

/** For a change: nobody else changes it meanwhile. */
export const lockTool = (tx: OrganizationTransaction, toolUuid: string): Promise<Tool | undefined> =>
  tx.selectFrom("tools").selectAll().where("tool_uuid", "=", toolUuid).forUpdate().executeTakeFirst();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The active ones of the tools that an agent names, in the order they were made; a name may be anything. */
export const listActiveTools = async (tx: OrganizationTransaction, named: readonly string[]): Promise<Tool[]> => {
  const uuids = named.filter((text) => UUID.test(text));
  if (uuids.length === 0) return [];
  return tx
    .selectFrom("tools")
    .selectAll()
    .where("tool_uuid", "in", uuids)
    .where("status", "=", "active")
    .orderBy("id")
    .execute();
};
