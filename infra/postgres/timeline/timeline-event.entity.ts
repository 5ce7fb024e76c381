import { defineEntity, p } from "@mikro-orm/core";
import type { Blocked } from "../../../domain/timeline/present-event.ts";
import { TIMELINE_KINDS, type TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import { id, optional, organizationId } from "../entity-parts.ts";
import type { Row } from "../row.ts";
import { tenantPolicy } from "../tenant-policy.ts";

const [FIRST_KIND, ...OTHER_KINDS] = TIMELINE_KINDS;

export type TimelineEvent = Row<typeof TimelineEvent>;
export const TimelineEvent = defineEntity({
  name: "TimelineEvent",
  tableName: "timeline_events",
  properties: {
    id: id(),
    organization_id: () => organizationId("timeline_events"),
    at: p.datetime(3).defaultRaw("now()"),
    /** The column's check also allows `draft`, which no event has. */
    kind: p.enum([FIRST_KIND, "draft", ...OTHER_KINDS]).$type<TimelineKind>(),
    actor: p.text(),
    summary: p.text(),
    payload: p.json<Record<string, unknown>>().defaultRaw("'{}'"),
    is_deliverable: p.boolean().default(false),
    assistant: p.boolean().default(false),
    thread_id: optional.text(),
    agent_id: optional.bigint(),
    run_id: optional.bigint(),
    folder_id: optional.bigint(),
    campaign_id: optional.bigint(),
    credits: p.decimal("number").columnType("numeric").default(0),
    included: p.boolean().strictNullable(),
    blocked: p.json<Blocked>().strictNullable(),
  },
  indexes: [
    {
      name: "timeline_events_outcome",
      expression:
        "CREATE UNIQUE INDEX timeline_events_outcome ON public.timeline_events USING btree (run_id) WHERE (kind = 'outcome'::text)",
    },
    {
      name: "timeline_events_campaign",
      expression:
        "CREATE INDEX timeline_events_campaign ON public.timeline_events USING btree (campaign_id, id DESC) WHERE ((kind = 'campaign'::text) AND (campaign_id IS NOT NULL))",
    },
    {
      name: "timeline_events_document",
      expression:
        "CREATE INDEX timeline_events_document ON public.timeline_events USING btree (organization_id, ((payload ->> 'document_uuid'::text)), id DESC) WHERE (kind = 'document'::text)",
    },
    {
      name: "timeline_events_organization",
      expression:
        "CREATE INDEX timeline_events_organization ON public.timeline_events USING btree (organization_id, at DESC, id DESC)",
    },
    {
      name: "timeline_events_folder",
      expression:
        "CREATE INDEX timeline_events_folder ON public.timeline_events USING btree (folder_id, at DESC, id DESC) WHERE (folder_id IS NOT NULL)",
    },
    {
      name: "timeline_events_deliverables",
      expression:
        "CREATE INDEX timeline_events_deliverables ON public.timeline_events USING btree (organization_id, at DESC, id DESC) WHERE is_deliverable",
    },
    {
      name: "timeline_events_agent",
      expression:
        "CREATE INDEX timeline_events_agent ON public.timeline_events USING btree (agent_id, at DESC, id DESC) WHERE (agent_id IS NOT NULL)",
    },
    {
      name: "timeline_events_assistant",
      expression:
        "CREATE INDEX timeline_events_assistant ON public.timeline_events USING btree (organization_id, at DESC, id DESC) WHERE assistant",
    },
    {
      name: "timeline_events_messages",
      expression:
        "CREATE INDEX timeline_events_messages ON public.timeline_events USING btree (organization_id, at, id) WHERE ((kind = 'message'::text) AND (payload ? 'text'::text))",
    },
    { name: "timeline_events_run", properties: ["run_id", "at", "id"], where: "(run_id IS NOT NULL)" },
    {
      name: "timeline_events_thread",
      expression:
        "CREATE INDEX timeline_events_thread ON public.timeline_events USING btree (organization_id, thread_id, at DESC, id DESC) WHERE (thread_id IS NOT NULL)",
    },
  ],
  policies: [tenantPolicy],
});
