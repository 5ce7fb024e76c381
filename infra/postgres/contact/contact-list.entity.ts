import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

// A type and not an interface: only types are assignable to records.
type KeptSegmentJson = { id: string; name: string; where: string; created_at: string };

export type ContactList = Row<typeof ContactList>;
export const ContactList = defineEntity({
  name: "ContactList",
  tableName: "contact_lists",
  properties: {
    id: id(),
    organization_id: () => organizationId("contact_lists"),
    name: p.text(),
    description: optional.text(),
    contact_count: p.bigint("number").defaultRaw("0"),
    created_at: createdAt(),
    /** The list was created for one campaign from its file; lists that people see leave it out. */
    is_hidden: p.boolean().default(false),
    /** Made with an import that has not filled it: it is removed when that fails, unless somebody has named it since. */
    awaits_import: p.boolean().default(false),
    /** Kept parts of it, by what was written. */
    segments: p.json<KeptSegmentJson[]>().defaultRaw("'[]'"),
    environment: environment(),
  },
  indexes: [
    {
      name: "contact_lists_unfilled",
      expression: "CREATE INDEX contact_lists_unfilled ON public.contact_lists USING btree (id) WHERE awaits_import",
    },
    { name: "contact_lists_shown", properties: ["organization_id"], where: "(NOT is_hidden)" },
    {
      name: "contact_lists_organization",
      expression:
        "CREATE INDEX contact_lists_organization ON public.contact_lists USING btree (organization_id, id DESC)",
    },
  ],
  policies: [tenantPolicy],
});
