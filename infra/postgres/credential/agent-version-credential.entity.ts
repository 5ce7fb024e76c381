import { defineEntity, p } from "@mikro-orm/core";
import { AgentVersion } from "../agent/agent.entity.ts";
import { organizationId } from "../entity-parts.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A credential that a version of an agent names. Its trigger writes it; the credential may be gone. */
export const AgentVersionCredential = defineEntity({
  name: "AgentVersionCredential",
  tableName: "agent_version_credentials",
  properties: {
    agent_version_id: () =>
      p
        .manyToOne(AgentVersion)
        .mapToPk()
        .fieldName("agent_version_id")
        .foreignKeyName("agent_version_credentials_agent_version_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    credential_uuid: p.uuid().primary(),
    organization_id: () => organizationId("agent_version_credentials"),
  },
  indexes: [{ name: "agent_version_credentials_credential", properties: ["organization_id", "credential_uuid"] }],
  policies: [tenantPolicy],
});
