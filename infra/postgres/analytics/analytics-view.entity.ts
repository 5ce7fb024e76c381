import { defineEntity, p } from "@mikro-orm/core";
import { createdAt, createdBy, id, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type AnalyticsView = Row<typeof AnalyticsView>;
export const AnalyticsView = defineEntity({
  name: "AnalyticsView",
  tableName: "analytics_views",
  properties: {
    id: id(),
    organization_id: () => organizationId("analytics_views"),
    name: p.text(),
    /** False: only who made it sees it. */
    is_shared: p.boolean().default(false),
    /** The query of the question, as a request sends it. */
    question: p.json<Record<string, unknown>>(),
    created_by: () => createdBy("analytics_views"),
    created_at: createdAt(),
    updated_at: createdAt(),
  },
  indexes: [{ name: "analytics_views_organization", properties: ["organization_id", "id"] }],
  policies: [tenantPolicy],
});
