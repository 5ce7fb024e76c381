import { defineEntity, p } from "@mikro-orm/core";
import type { WhatIfResult } from "../../../domain/what-if/predict-policy.ts";
import { WHAT_IF_STATES, type WhatIfSettings } from "../../../domain/what-if/what-if.ts";
import { Campaign } from "../campaign/campaign.entity.ts";
import { createdAt, createdBy, environment, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

// Types and not interfaces: only types are assignable to records.
type SettingsJson = { [Setting in keyof WhatIfSettings]: WhatIfSettings[Setting] };
type ResultJson = { [Field in keyof WhatIfResult]: WhatIfResult[Field] };

export type WhatIf = Row<typeof WhatIf>;
export const WhatIf = defineEntity({
  name: "WhatIf",
  tableName: "what_ifs",
  properties: {
    id: id(),
    organization_id: () => organizationId("what_ifs"),
    campaign_id: () =>
      p
        .manyToOne(Campaign)
        .mapToPk()
        .fieldName("campaign_id")
        .foreignKeyName("what_ifs_campaign_id_fkey")
        .deleteRule("cascade"),
    /** Of the request that asked it. */
    uuid: p.uuid().unique("what_ifs_uuid_key"),
    state: p.enum([...WHAT_IF_STATES]).default("running"),
    environment: environment(),
    settings: p.json<SettingsJson>(),
    /** Contacts of the campaign that are not called in it; their numbers are not kept. */
    blocked_contacts: p.json<number[]>().defaultRaw("'[]'"),
    /** Null: it is not answered. */
    result: p.json<ResultJson>().strictNullable().default(null),
    error: optional.text(),
    created_by: () => createdBy("what_ifs"),
    created_at: createdAt(),
    ended_at: optional.time(),
  },
  indexes: [
    {
      name: "what_ifs_campaign",
      expression: "CREATE INDEX what_ifs_campaign ON public.what_ifs USING btree (campaign_id, id DESC)",
    },
    { name: "what_ifs_unfinished", properties: ["id"], where: "(state = 'running'::text)" },
  ],
  policies: [tenantPolicy],
});
