import { defineEntity, p } from "@mikro-orm/core";
import { ENVIRONMENTS } from "../../../domain/environment/sandbox.rules.ts";
import { Agent } from "../agent/agent.entity.ts";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type EmbedToken = Row<typeof EmbedToken>;
/** Allows pages of the named origins to begin conversations with an agent, within limits. */
export const EmbedToken = defineEntity({
  name: "EmbedToken",
  tableName: "embed_tokens",
  properties: {
    id: id(),
    uuid: p.uuid().unique("embed_tokens_uuid_key").defaultRaw("gen_random_uuid()"),
    organization_id: () => organizationId("embed_tokens"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("embed_tokens_agent_id_fkey")
        .deleteRule("cascade"),
    name: p.text(),
    /** An origin is such as `https://www.example.com`. */
    allowed_origins: p.array(),
    environment: p.enum([...ENVIRONMENTS]).default("production"),
    expires_at: optional.time(),
    /** The minutes of all its conversations together; null: there is no limit. */
    max_minutes: optional.integer(),
    /** The number of its conversations at one time; null: there is no limit. */
    max_concurrent: optional.integer(),
    revoked_at: optional.time(),
    /** Of its conversations whose rows were removed: they count against its limits. */
    removed_runs: p.bigint("number").defaultRaw("0"),
    removed_seconds: p.bigint("number").defaultRaw("0"),
    created_by: () => createdBy("embed_tokens"),
    created_at: createdAt(),
  },
  indexes: [
    {
      name: "embed_tokens_agent",
      expression: "CREATE INDEX embed_tokens_agent ON public.embed_tokens USING btree (agent_id, id DESC)",
    },
  ],
  checks: [
    { name: "embed_tokens_max_minutes_check", expression: "max_minutes > 0" },
    { name: "embed_tokens_max_concurrent_check", expression: "max_concurrent > 0" },
  ],
  policies: [tenantPolicy],
});
