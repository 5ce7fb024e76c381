import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Removal } from "./removal.entity.ts";

/** A file of an archive in the object store. */
export type ArchiveFile = Row<typeof ArchiveFile>;
export const ArchiveFile = defineEntity({
  name: "ArchiveFile",
  tableName: "archive_files",
  properties: {
    id: id(),
    organization_id: () => organizationId("archive_files"),
    removal_id: () =>
      p
        .manyToOne(Removal)
        .mapToPk()
        .fieldName("removal_id")
        .foreignKeyName("archive_files_removal_id_fkey")
        .deleteRule("cascade"),
    /** From 1; 0: the manifest. */
    part: p.integer(),
    name: p.text(),
    object_key: p.text(),
    rows: p.bigint("number"),
    size_bytes: p.bigint("number"),
    /** Of the file as it is stored, in hexadecimal. */
    sha256: p.text(),
    created_at: createdAt(),
  },
  uniques: [{ name: "archive_files_name", properties: ["removal_id", "part", "name"] }],
  policies: [tenantPolicy],
});
