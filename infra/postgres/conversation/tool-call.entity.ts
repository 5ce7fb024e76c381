import { defineEntity, p } from "@mikro-orm/core";
import { CallRun } from "../call/call-run.entity.ts";
import { bytes, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type ToolCall = Row<typeof ToolCall>;
export const ToolCall = defineEntity({
  name: "ToolCall",
  tableName: "tool_calls",
  properties: {
    uuid: p.uuid().primary(),
    organization_id: () => organizationId("tool_calls"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("tool_calls_run_id_fkey")
        .deleteRule("cascade")
        .strictNullable(),
    turn: p.integer(),
    tool_uuid: p.uuid(),
    name: p.text(),
    request_id: p.text(),
    /** JSON, sealed for `tool-call:<uuid>`. */
    arguments_sealed: bytes(),
    state: p.enum(["proposed", "requested", "running", "done", "failed", "unknown"]).default("requested"),
    /** JSON, sealed alike. */
    result_sealed: optional.bytes(),
    status_code: optional.integer(),
    error: optional.text(),
    /** Undoes an earlier call of the same tool. */
    is_compensation: p.boolean().default(false),
    /** For a tool of a connected app: the account that it used, and the action. */
    connector_account_id: optional.bigint(),
    connector_action: optional.text(),
    attempts: p.integer().default(0),
    requested_at: p.datetime().defaultRaw("now()"),
    started_at: optional.time(),
    finished_at: optional.time(),
  },
  uniques: [{ name: "tool_calls_request", properties: ["run_id", "turn", "request_id"] }],
  indexes: [
    {
      name: "tool_calls_organization",
      properties: ["organization_id", "requested_at"],
      columns: [{ name: "organization_id" }, { name: "requested_at", sort: "DESC" }],
    },
    {
      name: "tool_calls_connector",
      expression:
        "CREATE INDEX tool_calls_connector ON public.tool_calls USING btree (organization_id, requested_at DESC, uuid DESC) WHERE (connector_account_id IS NOT NULL)",
    },
  ],
  policies: [tenantPolicy],
});
