import type { Selectable } from "kysely";
import type { OrganizationTransaction } from "../database.ts";
import type { ToolsTable } from "./tool.table.ts";

export type Tool = Selectable<ToolsTable>;

export const findTool = (tx: OrganizationTransaction, toolUuid: string): Promise<Tool | undefined> =>
  tx.selectFrom("tools").selectAll().where("tool_uuid", "=", toolUuid).executeTakeFirst();

/** For a change: nobody else changes it meanwhile. */
export const lockTool = (tx: OrganizationTransaction, toolUuid: string): Promise<Tool | undefined> =>
  tx.selectFrom("tools").selectAll().where("tool_uuid", "=", toolUuid).forUpdate().executeTakeFirst();
