import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../access/user.entity.ts";
import { createdAt, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { Channel } from "./channel.entity.ts";

export type ChannelMembership = Row<typeof ChannelMembership>;
export const ChannelMembership = defineEntity({
  name: "ChannelMembership",
  tableName: "folder_members",
  properties: {
    folder_id: () =>
      p
        .manyToOne(Channel)
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
    /** E.164; where they are called when a caller is handed to the channel. */
    phone_number: optional.text(),
    takes_calls: p.boolean().default(false),
    last_called_at: optional.time(),
  },
  checks: [
    {
      name: "folder_members_takes_calls",
      property: "takes_calls",
      expression: "((NOT takes_calls) OR (phone_number IS NOT NULL))",
    },
  ],
  indexes: [{ name: "folder_members_user", properties: ["organization_id", "user_id"] }],
  policies: [tenantPolicy],
});
