import { defineEntity, p } from "@mikro-orm/core";
import { organizationId } from "../entity-parts.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Tool } from "../tool/tool.entity.ts";

/** A credential that a tool's definition names. Its trigger writes it; the credential may be gone. */
export const ToolCredential = defineEntity({
  name: "ToolCredential",
  tableName: "tool_credentials",
  properties: {
    tool_id: () =>
      p
        .manyToOne(Tool)
        .mapToPk()
        .fieldName("tool_id")
        .foreignKeyName("tool_credentials_tool_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    credential_uuid: p.uuid().primary(),
    organization_id: () => organizationId("tool_credentials"),
  },
  indexes: [{ name: "tool_credentials_credential", properties: ["organization_id", "credential_uuid"] }],
  policies: [tenantPolicy],
});
