import { defineEntity, p } from "@mikro-orm/core";
import type { RemovedCounts, RunsToRemove } from "../../../domain/removal/removal.rules.ts";
import { createdAt, id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

export type Removal = Row<typeof Removal>;
export const Removal = defineEntity({
  name: "Removal",
  tableName: "removals",
  properties: {
    id: id(),
    organization_id: () => organizationId("removals"),
    /** Of the request that asked for it. */
    uuid: p.uuid().unique("removals_uuid_key"),
    /** The campaign that goes with its calls; null: calls alone. */
    campaign_id: optional.bigint(),
    selection: p.json<RunsToRemove>().defaultRaw("'{}'::jsonb"),
    up_to_run_id: p.bigint("number"),
    state: p.enum(["running", "done"]).default("running"),
    /** The runs that were there when it was asked for. */
    runs: p.bigint("number"),
    runs_removed: p.bigint("number").defaultRaw("0"),
    removed: p.json<RemovedCounts>().defaultRaw("'{}'::jsonb"),
    /** Runs that are still in use. */
    runs_waiting: p.bigint("number").defaultRaw("0"),
    /** The day, in UTC, whose runs are archived before they are removed; null: people asked for it. */
    archived_day: p.date().strictNullable().default(null),
    /** Runs of a part that is archived and not removed yet. */
    part_run_ids: p.array(Number).columnType("bigint[]").defaultRaw("'{}'::bigint[]"),
    actor: p.text(),
    created_at: createdAt(),
    finished_at: optional.time(),
  },
  indexes: [
    {
      name: "removals_organization",
      expression:
        "CREATE INDEX removals_organization ON public.removals USING btree (organization_id, created_at DESC, id DESC)",
    },
    {
      name: "removals_archives",
      expression:
        "CREATE INDEX removals_archives ON public.removals USING btree (organization_id, created_at DESC, id DESC) WHERE (archived_day IS NOT NULL)",
    },
    { name: "removals_unfinished", properties: ["created_at"], where: "(state = 'running'::text)" },
  ],
  uniques: [
    {
      name: "removals_archiving",
      properties: ["organization_id"],
      where: "((state = 'running'::text) AND (archived_day IS NOT NULL))",
    },
  ],
  policies: [tenantPolicy],
});
