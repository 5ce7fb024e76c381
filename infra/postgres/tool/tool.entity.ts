import { defineEntity, p } from "@mikro-orm/core";
import type { ToolCompensation } from "../../../domain/tool/tool-compensation.ts";
import type { ToolDefinition } from "../../../domain/tool/tool-definition.ts";
import { TOOL_STATES, USABLE_TOOL_STATE } from "../../../domain/tool/tool-states.ts";
import { createdAt, createdBy, environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Tool = Row<typeof Tool>;
export const Tool = defineEntity({
  name: "Tool",
  tableName: "tools",
  properties: {
    id: id(),
    organization_id: () => organizationId("tools"),
    tool_uuid: p.uuid().unique("tools_tool_uuid_key").defaultRaw("gen_random_uuid()"),
    name: p.text(),
    /** The text by which the model decides whether to call it. */
    description: optional.text(),
    category: p.enum(["http_api", "end_call", "transfer_call", "calculator", "mcp", "connector"]),
    icon: optional.text(),
    icon_color: optional.text(),
    status: p.enum([...TOOL_STATES]).default(USABLE_TOOL_STATE),
    definition: p.json<ToolDefinition>(),
    /** Proposed to people, and run when one of them has confirmed it. */
    requires_confirmation: p.boolean().default(false),
    /** The call that undoes this tool's call; null: there is none. */
    compensation: p.json<ToolCompensation>().strictNullable().default(null),
    created_by: () => createdBy("tools"),
    created_at: createdAt(),
    updated_at: optional.time(),
    environment: environment(),
  },
  indexes: [{ name: "tools_organization", properties: ["organization_id", "id"] }],
  policies: [tenantPolicy],
});
