import { defineEntity, p } from "@mikro-orm/core";
import { REHEARSAL_STATES } from "../../../domain/rehearsal/rehearsal.rules.ts";
import { Agent } from "../agent/agent.entity.ts";
import { createdAt, createdBy, environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Rehearsal = Row<typeof Rehearsal>;
export const Rehearsal = defineEntity({
  name: "Rehearsal",
  tableName: "rehearsals",
  properties: {
    id: id(),
    organization_id: () => organizationId("rehearsals"),
    agent_id: () =>
      p
        .manyToOne(Agent)
        .mapToPk()
        .fieldName("agent_id")
        .foreignKeyName("rehearsals_agent_id_fkey")
        .deleteRule("cascade"),
    /** Of the request that started it. */
    uuid: p.uuid().unique("rehearsals_uuid_key"),
    version_number: p.integer(),
    definition_digest: p.text(),
    /** The version as it was, because a draft changes while it is rehearsed. */
    agent: p.json<Record<string, unknown>>(),
    state: p.enum([...REHEARSAL_STATES]).default("running"),
    environment: environment(),
    /** The usage that was expected before it began. */
    estimate: p.json<Record<string, unknown>>(),
    created_by: () => createdBy("rehearsals"),
    created_at: createdAt(),
    ended_at: optional.time(),
  },
  indexes: [
    {
      name: "rehearsals_agent",
      expression: "CREATE INDEX rehearsals_agent ON public.rehearsals USING btree (agent_id, id DESC)",
    },
    {
      name: "rehearsals_digest",
      expression:
        "CREATE INDEX rehearsals_digest ON public.rehearsals USING btree (agent_id, definition_digest, id DESC)",
    },
    {
      name: "rehearsals_unfinished",
      properties: ["id"],
      where: "(state = ANY (ARRAY['running'::text, 'paused'::text]))",
    },
  ],
  policies: [tenantPolicy],
});
