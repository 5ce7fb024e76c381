import { defineEntity, p } from "@mikro-orm/core";
import type { FoundInRows, Receipt } from "../../../domain/privacy/erasure.rules.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type PersonErasure = Row<typeof PersonErasure>;
export const PersonErasure = defineEntity({
  name: "PersonErasure",
  tableName: "person_erasures",
  properties: {
    id: id(),
    organization_id: () => organizationId("person_erasures"),
    /** Of the request that asked for it. */
    uuid: p.uuid().unique("person_erasures_uuid_key"),
    reason: p.text(),
    keep_do_not_call: p.boolean(),
    state: p.enum(["running", "done"]).default("running"),
    /** The step under way; null before the first one and after the last one. */
    step: optional.text(),
    /** Numbers, addresses and names; null when it is done. */
    person_sealed: optional.bytes(),
    found: p.json<Partial<FoundInRows>>().defaultRaw("'{}'::jsonb"),
    receipt: p.json<Receipt>().defaultRaw("'{}'::jsonb"),
    /** Of the numbers and addresses. */
    marks: p.array().columnType("text[]").defaultRaw("'{}'::text[]"),
    actor: p.text(),
    created_at: createdAt(),
    finished_at: optional.time(),
  },
  indexes: [
    {
      name: "person_erasures_marks",
      expression: "CREATE INDEX person_erasures_marks ON public.person_erasures USING gin (marks)",
    },
    {
      name: "person_erasures_organization",
      expression:
        "CREATE INDEX person_erasures_organization ON public.person_erasures USING btree (organization_id, created_at DESC, id DESC)",
    },
    { name: "person_erasures_unfinished", properties: ["created_at"], where: "(state = 'running'::text)" },
  ],
  policies: [tenantPolicy],
});
