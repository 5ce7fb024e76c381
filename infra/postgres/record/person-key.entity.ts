import { defineEntity, p } from "@mikro-orm/core";
import { bytes } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";
import { organizationKey } from "./organization-key.ts";

/** The key of a person's pseudonym in the record; it is erased with the person. */
export type PersonKey = Row<typeof PersonKey>;
export const PersonKey = defineEntity({
  name: "PersonKey",
  tableName: "person_keys",
  properties: {
    organization_id: () => organizationKey("person_keys"),
    phone_number: p.text().primary(),
    key_sealed: bytes(),
  },
  policies: [tenantPolicy],
});
