import { defineEntity, p } from "@mikro-orm/core";
import { Organization } from "../access/organization.entity.ts";
import { bytes } from "../entity-parts.ts";
import type { Row } from "../row.ts";

/** The sealed key of an organization's marks of erased numbers and addresses, and by what a wrong one is known. */
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
    key_sealed: bytes(),
    key_digest: bytes(),
  },
  // Functions read it, and nobody else.
  policies: [{ name: "nobody", roles: ["ringdown_app"], using: "false" }],
});
