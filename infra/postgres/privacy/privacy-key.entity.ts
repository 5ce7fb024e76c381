import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { bytes } from "../entity-parts.ts";
import type { Row } from "../row.ts";

/** The key of an organization's marks of erased numbers and addresses, as the two passes of an HMAC take it. */
export type PrivacyKey = Row<typeof PrivacyKey>;
export const PrivacyKey = defineEntity({
  name: "PrivacyKey",
  tableName: "privacy_keys",
  properties: {
    organization: () =>
      p
        .manyToOne(Organization)
        .mapToPk()
        .fieldName("organization")
        .foreignKeyName("privacy_keys_organization_fkey")
        .deleteRule("cascade")
        .updateRule("no action")
        .primary(),
    inner_pad: bytes(),
    outer_pad: bytes(),
  },
  // The function that makes marks reads it, and nobody else.
  policies: [{ name: "nobody", roles: ["ringdown_app"], using: "false" }],
});
