import { defineEntity, p } from "@mikro-orm/core";
import { NATIONAL_LIST_STATES } from "../../../domain/contact/national-list.ts";
import type { FileWarning } from "../../../domain/file/file-warning.ts";
import type { TextEncoding } from "../../../domain/file/text-encoding.ts";
import { createdAt, createdBy, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A line of the file without a valid telephone number. */
export interface NationalListFault {
  line: number;
  value: string;
  reason: string;
}

export type NationalList = Row<typeof NationalList>;
export const NationalList = defineEntity({
  name: "NationalList",
  tableName: "national_lists",
  properties: {
    id: id(),
    organization_id: () => organizationId("national_lists"),
    /** The publisher of the list; a newer list of the same source replaces it. */
    source: p.text(),
    /** The date of the list's contents, YYYY-MM-DD. */
    as_of: p.text(),
    object_key: p.text(),
    default_country: optional.text(),
    /** The encoding that the request names; null: it is found. */
    encoding: p.text().$type<TextEncoding>().strictNullable(),
    state: p.enum(NATIONAL_LIST_STATES).default("pending"),
    numbers: p.bigint("number").defaultRaw("0"),
    invalid: p.bigint("number").defaultRaw("0"),
    /** The first hundred faults. */
    faults: p.json<NationalListFault[]>().defaultRaw("'[]'"),
    /** The number of loaded rows; a repeated activity continues here. */
    position: p.bigint("number").defaultRaw("0"),
    error: optional.text(),
    warnings: p.json<FileWarning[]>().defaultRaw("'[]'"),
    created_by: () => createdBy("national_lists"),
    created_at: createdAt(),
    completed_at: optional.time(),
    /** The uuid of the request; the same request makes one list. */
    request_uuid: p.uuid(),
    /** When its numbers were removed, after it was no longer in force. */
    emptied_at: optional.time(),
  },
  uniques: [{ name: "national_lists_request", properties: ["organization_id", "request_uuid"] }],
  indexes: [
    {
      name: "national_lists_open_file",
      expression:
        "CREATE INDEX national_lists_open_file ON public.national_lists USING btree (organization_id, object_key) WHERE (state = ANY (ARRAY['pending'::text, 'loading'::text]))",
    },
    {
      name: "national_lists_unfinished",
      expression:
        "CREATE INDEX national_lists_unfinished ON public.national_lists USING btree (id) WHERE ((state <> 'in_force'::text) AND (emptied_at IS NULL))",
    },
    {
      name: "national_lists_in_force",
      expression:
        "CREATE UNIQUE INDEX national_lists_in_force ON public.national_lists USING btree (organization_id, source) WHERE (state = 'in_force'::text)",
    },
  ],
  policies: [tenantPolicy],
});
