import { defineEntity, p } from "@mikro-orm/core";
import { organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Thread } from "./thread.entity.ts";

export type ThreadSession = Row<typeof ThreadSession>;
export const ThreadSession = defineEntity({
  name: "ThreadSession",
  tableName: "thread_sessions",
  properties: {
    thread_id: () =>
      p
        .manyToOne(Thread)
        .mapToPk()
        .fieldName("thread_id")
        .foreignKeyName("thread_sessions_thread_id_fkey")
        .deleteRule("cascade")
        .primary(),
    agent_id: p.bigint("number").primary(),
    organization_id: () => organizationId("thread_sessions"),
    run_id: p.bigint("number"),
  },
  indexes: [{ name: "thread_sessions_run", properties: ["run_id"] }],
  policies: [tenantPolicy],
});
