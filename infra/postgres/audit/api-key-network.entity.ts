import { defineEntity, p } from "@mikro-orm/core";
import { ApiKey } from "../access/api-key.entity.ts";
import { bytes, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** A network from which a key was used. */
export type ApiKeyNetwork = Row<typeof ApiKeyNetwork>;
export const ApiKeyNetwork = defineEntity({
  name: "ApiKeyNetwork",
  tableName: "api_key_networks",
  properties: {
    api_key_id: () =>
      p
        .manyToOne(ApiKey)
        .mapToPk()
        .primary()
        .fieldName("api_key_id")
        .foreignKeyName("api_key_networks_api_key_id_fkey")
        .deleteRule("cascade")
        .updateRule("no action"),
    network: bytes().primary(),
    organization_id: () => organizationId("api_key_networks"),
    seen_at: p.datetime().defaultRaw("now()"),
  },
  policies: [tenantPolicy],
});
