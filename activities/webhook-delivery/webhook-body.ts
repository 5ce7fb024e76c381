import { presentAct } from "../../domain/audit/present-act.ts";
import { hideInFields, redactionIn } from "../../domain/privacy/hide-sensitive.ts";
import { presentTimelineEvent } from "../../domain/timeline/present-event.ts";
import { AUDIT_EVENT } from "../../domain/webhook/webhook-events.ts";
import { readRedaction } from "../../infra/postgres/call/run-redaction.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { TimelineEvent } from "../../infra/postgres/timeline/timeline-event.entity.ts";
import type { WebhookDelivery } from "../../infra/postgres/webhook/webhook-delivery.entity.ts";

export interface WebhookBody {
  type: string;
  /** The time of the event, ISO 8601. */
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * Returns the body for an endpoint: the event as the timeline shows it, with the call for an ended call and for a step of a
 * journey. Null: it was removed.
 */
export const readBody = async (tx: OrganizationTransaction, delivery: WebhookDelivery): Promise<WebhookBody | null> => {
  const body = await readWholeBody(tx, delivery);
  const runId = body?.data["workflow_run_id"];
  const redaction = body && redactionIn(await readRedaction(tx, typeof runId === "number" ? runId : null), "webhooks");
  return redaction ? { ...body, data: hideInFields(body.data, redaction) } : body;
};

const readWholeBody = async (tx: OrganizationTransaction, delivery: WebhookDelivery): Promise<WebhookBody | null> => {
  if (delivery.act_id !== null) return readActBody(tx, delivery.act_id);
  if (delivery.timeline_event_id === null) {
    const data = { message: "This is a test of this webhook." };
    return { type: delivery.event_type, timestamp: delivery.created_at.toISOString(), data };
  }
  if (delivery.request_id !== null) return readRequestBody(tx, delivery, delivery.request_id);
  const event = await tx
    .selectFrom("timeline_events")
    .selectAll()
    .where("id", "=", delivery.timeline_event_id)
    .executeTakeFirst();
  if (!event) return null;
  const run = tellsOfCall(event) && event.run_id !== null ? await readRun(tx, event.run_id) : undefined;
  return {
    type: event.kind,
    timestamp: event.at.toISOString(),
    data: { ...presentTimelineEvent(event), ...(run && { run }) },
  };
};

/** Null: the act is older than the audit is kept. */
const readActBody = async (tx: OrganizationTransaction, actId: number): Promise<WebhookBody | null> => {
  const act = await tx.selectFrom("acts").selectAll().where("id", "=", actId).executeTakeFirst();
  return act ? { type: AUDIT_EVENT, timestamp: act.at.toISOString(), data: { ...presentAct(act) } } : null;
};

/** Returns a request as it was at that moment: later changes have deliveries of their own. */
const readRequestBody = async (
  tx: OrganizationTransaction,
  { event_type, created_at }: WebhookDelivery,
  requestId: number,
): Promise<WebhookBody | null> => {
  const request = await tx.selectFrom("requests").selectAll().where("id", "=", requestId).executeTakeFirst();
  if (!request) return null;
  const { decision, answer, settled_by, settled_at } = request;
  const settled = event_type === "request.settled" && { decision, answer, settled_by, settled_at };
  return {
    type: event_type,
    timestamp: created_at.toISOString(),
    data: {
      event_id: request.event_id,
      kind: request.kind,
      state: STATES[event_type],
      subject: request.subject,
      workflow_id: request.agent_id,
      workflow_run_id: request.run_id,
      folder_id: request.folder_id,
      thread_id: request.thread_id,
      created_at: request.created_at,
      expires_at: request.expires_at,
      ...settled,
    },
  };
};

const STATES: Readonly<Record<string, RequestRow["state"]>> = {
  "request.opened": "open",
  "request.settled": "settled",
  "request.expired": "expired",
};

const ENDS: ReadonlySet<string> = new Set(["call_ended", "outcome"]);

/** The step of a journey that tells a webhook tells of the call that led there. */
const tellsOfCall = ({ kind, payload }: Pick<TimelineEvent, "kind" | "payload">): boolean =>
  ENDS.has(kind) || payload["event"] === "journey_step_begun";

const readRun = (tx: OrganizationTransaction, runId: number) =>
  tx
    .selectFrom("call_runs")
    .select([
      "id",
      "uuid",
      "name",
      "state",
      "outcome",
      "disposition",
      "end_reason",
      "direction",
      "environment",
      "attempt",
      "campaign_id",
      "contact_id",
      "caller_number",
      "called_number",
      "started_at",
      "answered_at",
      "ended_at",
      "duration_seconds",
    ])
    .where("id", "=", runId)
    .executeTakeFirst();
