import { defineEntity, p } from "@mikro-orm/core";
import type { Receipt } from "../../../domain/privacy/erasure.rules.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type PersonExport = Row<typeof PersonExport>;
export const PersonExport = defineEntity({
  name: "PersonExport",
  tableName: "person_exports",
  properties: {
    id: id(),
    organization_id: () => organizationId("person_exports"),
    /** Of the request that asked for it. */
    uuid: p.uuid().unique("person_exports_uuid_key"),
    reason: p.text(),
    state: p.enum(["running", "done", "canceled", "removed"]).default("running"),
    /** The place that is being written. */
    step: optional.text(),
    /** Numbers, addresses and names; null when there is no file any more. */
    person_sealed: optional.bytes(),
    /** By place: how many rows or files it holds. */
    held: p.json<Receipt>().defaultRaw("'{}'::jsonb"),
    size_bytes: optional.bigint(),
    /** Of the numbers and addresses. */
    marks: p.array().columnType("text[]").defaultRaw("'{}'::text[]"),
    actor: p.text(),
    created_at: createdAt(),
    finished_at: optional.time(),
    expires_at: optional.time(),
  },
  indexes: [
    {
      name: "person_exports_marks",
      expression: "CREATE INDEX person_exports_marks ON public.person_exports USING gin (marks)",
    },
    {
      name: "person_exports_organization",
      expression:
        "CREATE INDEX person_exports_organization ON public.person_exports USING btree (organization_id, created_at DESC, id DESC)",
    },
    { name: "person_exports_unfinished", properties: ["created_at"], where: "(state = 'running'::text)" },
    { name: "person_exports_kept", properties: ["expires_at"], where: "(state = 'done'::text)" },
  ],
  policies: [tenantPolicy],
});
