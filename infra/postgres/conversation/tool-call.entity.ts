import { defineEntity, p } from "@mikro-orm/core";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Organization } from "../access/organization.entity.ts";
import { CallRun } from "../call/call-run.entity.ts";

export type ToolCall = Row<typeof ToolCall>;
export const ToolCall = defineEntity({
  name: "ToolCall",
  tableName: "tool_calls",
  properties: {
    uuid: p.uuid().primary(),
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("tool_calls_organization_id_fkey")
        .deleteRule("cascade"),
    run_id: () =>
      p.manyToOne(CallRun).mapToPk().fieldName("run_id").foreignKeyName("tool_calls_run_id_fkey").deleteRule("cascade"),
    turn: p.integer(),
    tool_uuid: p.uuid(),
    name: p.text(),
    request_id: p.text(),
    /** JSON, sealed for `tool-call:<uuid>`. */
    arguments_sealed: p.blob().$type<Buffer>(),
    state: p.enum(["requested", "running", "done", "failed", "unknown"]).default("requested"),
    /** JSON, sealed alike. */
    result_sealed: p.blob().$type<Buffer>().strictNullable(),
    status_code: p.integer().strictNullable(),
    error: p.text().strictNullable(),
    attempts: p.integer().default(0),
    requested_at: p.datetime().defaultRaw("now()"),
    started_at: p.datetime().strictNullable(),
    finished_at: p.datetime().strictNullable(),
  },
  uniques: [{ name: "tool_calls_request", properties: ["run_id", "turn", "request_id"] }],
  indexes: [
    {
      name: "tool_calls_organization",
      properties: ["organization_id", "requested_at"],
      columns: [{ name: "organization_id" }, { name: "requested_at", sort: "DESC" }],
    },
  ],
  policies: [tenantPolicy],
});
