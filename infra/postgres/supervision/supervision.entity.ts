import { defineEntity, p } from "@mikro-orm/core";
import { SUPERVISION_ENDS, SUPERVISION_MODES, SUPERVISION_STATES } from "../../../domain/call/supervision.rules.ts";
import { CallRun } from "../call/call-run.entity.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

/** What a supervisor has written for the person, and the agent's voice has not said yet. */
export interface UnsaidWords {
  id: string;
  text: string;
}

/** Somebody who listens to a call, or has taken it over. */
export type Supervision = Row<typeof Supervision>;
export const Supervision = defineEntity({
  name: "Supervision",
  tableName: "supervisions",
  properties: {
    id: id(),
    uuid: p.uuid().unique("supervisions_uuid_key"),
    organization_id: () => organizationId("supervisions"),
    run_id: () =>
      p
        .manyToOne(CallRun)
        .mapToPk()
        .fieldName("run_id")
        .foreignKeyName("supervisions_run_id_fkey")
        .deleteRule("cascade"),
    /** `user:7`, `api_key:12`. */
    actor: p.text(),
    mode: p.enum(SUPERVISION_MODES).default("listen"),
    state: p.enum(SUPERVISION_STATES).default("open"),
    end_reason: p.enum(SUPERVISION_ENDS).strictNullable().default(null),
    whispers: p.integer().default(0),
    unsaid: p.json<UnsaidWords[]>().defaultRaw("'[]'"),
    started_at: p.datetime().defaultRaw("clock_timestamp()"),
    /** When their connection came; null: it has not yet. */
    joined_at: optional.time(),
    /** The process of the API that has their connection. */
    api_process: optional.uuid(),
    alive_at: p.datetime().defaultRaw("clock_timestamp()"),
    taken_over_at: optional.time(),
    ended_at: optional.time(),
  },
  uniques: [
    {
      name: "supervisions_one_takes_over",
      properties: ["run_id"],
      where: "((mode = 'take_over'::text) AND (state <> 'ended'::text))",
    },
  ],
  indexes: [
    {
      name: "supervisions_run",
      expression: "CREATE INDEX supervisions_run ON public.supervisions USING btree (run_id, id DESC)",
    },
    {
      name: "supervisions_open",
      properties: ["organization_id", "run_id"],
      where: "(state <> 'ended'::text)",
    },
  ],
  policies: [tenantPolicy],
});
