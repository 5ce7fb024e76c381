import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { User } from "../access/user.entity.ts";
import { createdAt } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { RequestRow } from "./request.entity.ts";

export type RequestMail = Row<typeof RequestMail>;
export const RequestMail = defineEntity({
  name: "RequestMail",
  tableName: "request_mails",
  properties: {
    organization_id: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization_id")
        .foreignKeyName("request_mails_organization_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    user_id: () =>
      p
        .manyToOne(User)
        .mapToPk()
        .fieldName("user_id")
        .foreignKeyName("request_mails_user_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    request_id: () =>
      p
        .manyToOne(RequestRow)
        .mapToPk()
        .fieldName("request_id")
        .foreignKeyName("request_mails_request_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    created_at: createdAt(),
  },
  indexes: [{ name: "request_mails_request", properties: ["request_id"] }],
  policies: [tenantPolicy],
});
