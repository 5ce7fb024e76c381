import { defineEntity, p } from "@mikro-orm/core";
import { REQUEST_KINDS, REQUEST_STATES } from "../../../domain/request/request.rules.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type RequestRow = Row<typeof RequestRow>;
export const RequestRow = defineEntity({
  name: "RequestRow",
  tableName: "requests",
  properties: {
    id: id(),
    organization_id: () => organizationId("requests"),
    request_key: p.text(),
    kind: p.enum([...REQUEST_KINDS]),
    state: p.enum([...REQUEST_STATES]).default("open"),
    event_id: p.bigint("number"),
    agent_id: optional.bigint(),
    run_id: optional.bigint(),
    folder_id: optional.bigint(),
    thread_id: optional.text(),
    subject: p.json<Record<string, unknown>>(),
    follow_up: p.enum(["call_back", "message", "nothing"]).default("nothing"),
    call_back_run_id: optional.bigint(),
    waiting_workflow_id: optional.text(),
    wait_until: optional.time(),
    late_told_at: optional.time(),
    decision: p
      .enum(["answered", "confirmed", "declined", "published", "discarded", "provided"])
      .strictNullable()
      .default(null),
    answer: p.json<Record<string, unknown>>().strictNullable().default(null),
    settled_by: optional.text(),
    settled_at: optional.time(),
    tool_call_id: p.uuid().strictNullable().default(null),
    undo_call_id: p.uuid().strictNullable().default(null),
    carried_out_at: optional.time(),
    undone_by: optional.text(),
    undone_at: optional.time(),
    undo_carried_out_at: optional.time(),
    told_at: optional.time(),
    members_told_at: optional.time(),
    finished_at: optional.time(),
    created_at: createdAt(),
    expires_at: p.datetime(),
  },
  uniques: [{ name: "requests_organization_id_request_key_key", properties: ["organization_id", "request_key"] }],
  indexes: [
    {
      name: "requests_event",
      expression: "CREATE UNIQUE INDEX requests_event ON public.requests USING btree (organization_id, event_id)",
    },
    {
      name: "requests_call_back",
      properties: ["call_back_run_id"],
      where: "(call_back_run_id IS NOT NULL)",
    },
    { name: "requests_open", properties: ["organization_id", "id"], where: "(state = 'open'::text)" },
    { name: "requests_run", properties: ["run_id"], where: "(run_id IS NOT NULL)" },
    { name: "requests_unfinished", properties: ["id"], where: "(finished_at IS NULL)" },
  ],
  policies: [tenantPolicy],
});
