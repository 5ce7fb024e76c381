import type { Generated, GeneratedAlways } from "kysely";
import type { GeneratedTimestamp, JsonOf, Timestamp } from "../columns.ts";
import type { ToolDefinition } from "../../../domain/tool/tool-definition.ts";

export interface ToolsTable {
  id: GeneratedAlways<number>;
  organization_id: number;
  tool_uuid: Generated<string>;
  name: string;
  /** What the model reads to decide whether to call it. */
  description: string | null;
  category: ToolDefinition["type"];
  icon: string | null;
  icon_color: string | null;
  status: Generated<"active" | "archived" | "draft">;
  definition: JsonOf<ToolDefinition>;
  created_by: number | null;
  created_at: GeneratedTimestamp;
  updated_at: Timestamp | null;
}
