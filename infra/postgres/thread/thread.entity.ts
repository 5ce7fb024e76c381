import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Thread = Row<typeof Thread>;
export const Thread = defineEntity({
  name: "Thread",
  tableName: "threads",
  properties: {
    id: id(),
    organization_id: () => organizationId("threads"),
    uuid: p.uuid().unique("threads_uuid_key").defaultRaw("gen_random_uuid()"),
    kind: p.enum(["agent", "channel", "assistant", "texts"]),
    agent_id: optional.bigint(),
    folder_id: optional.bigint(),
    created_at: createdAt(),
  },
  policies: [tenantPolicy],
});
