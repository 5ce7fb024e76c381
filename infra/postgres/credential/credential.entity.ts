import { defineEntity, p } from "@mikro-orm/core";
import { CREDENTIAL_TYPES } from "../../../domain/secret/credential-data.ts";
import { bytes, createdAt, createdBy, environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type CredentialRow = Row<typeof CredentialRow>;
export const CredentialRow = defineEntity({
  name: "CredentialRow",
  tableName: "credentials",
  properties: {
    id: id(),
    organization_id: () => organizationId("credentials"),
    uuid: p.uuid().unique("credentials_uuid_key").defaultRaw("gen_random_uuid()"),
    name: p.text(),
    description: optional.text(),
    credential_type: p.enum([...CREDENTIAL_TYPES]),
    /** JSON, sealed for `credential:<uuid>`. */
    data_sealed: bytes(),
    hint: optional.text(),
    created_by: () => createdBy("credentials"),
    created_at: createdAt(),
    updated_at: optional.time(),
    environment: environment(),
  },
  indexes: [{ name: "credentials_organization", properties: ["organization_id", "id"] }],
  policies: [tenantPolicy],
});
