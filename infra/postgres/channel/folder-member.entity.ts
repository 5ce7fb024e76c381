import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../access/user.entity.ts";
import { createdAt, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Folder } from "./folder.entity.ts";

export type FolderMember = Row<typeof FolderMember>;
export const FolderMember = defineEntity({
  name: "FolderMember",
  tableName: "folder_members",
  properties: {
    folder_id: () =>
      p
        .manyToOne(Folder)
        .mapToPk()
        .fieldName("folder_id")
        .foreignKeyName("folder_members_folder_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("folder_members_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    organization_id: () => organizationId("folder_members"),
    created_at: createdAt(),
  },
  indexes: [{ name: "folder_members_user", properties: ["organization_id", "user_id"] }],
  policies: [tenantPolicy],
});
