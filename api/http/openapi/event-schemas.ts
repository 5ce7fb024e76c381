import { TIMELINE_KINDS } from "../../../domain/timeline/timeline-kinds.ts";
import { AUDIT_EVENT, REQUEST_EVENTS } from "../../../domain/webhook/webhook-events.ts";
import eventData from "./event-data.json" with { type: "json" };
import { pascal } from "./named-schemas.ts";
import type { Schema } from "./schema.ts";

const EVENT_DATA: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = eventData;

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const timelineName = (kind: string): string => `TimelineEvent${pascal(kind)}`;
const webhookName = (event: string): string => `Webhook${pascal(event)}`;

/** The kinds of the timeline whose webhooks also hold the call. */
const WITH_RUN: ReadonlySet<string> = new Set(["call_ended", "outcome"]);

/**
 * Returns the schemas with an event of the timeline as one of its kinds, each with the fields of its data, and with the body of each
 * event that a webhook sends.
 */
export const addEventSchemas = (schemas: Readonly<Record<string, Schema>>): Record<string, Schema> => {
  const event = schemas["TimelineEvent"];
  const properties = event?.properties;
  if (!properties) throw new Error("The document has no schema TimelineEvent");
  const added: Record<string, Schema> = { WebhookRun: webhookRun, WebhookRequest: webhookRequest };
  for (const kind of TIMELINE_KINDS) {
    added[`${timelineName(kind)}Payload`] = payloadOf(kind);
    const own: Schema = {
      ...event,
      properties: {
        ...properties,
        kind: { type: "string", const: kind, description: "The kind of the event" },
        payload: { ...reference(`${timelineName(kind)}Payload`), description: "What happened" },
      },
    };
    added[timelineName(kind)] = own;
    const hasRun = WITH_RUN.has(kind);
    if (hasRun) added[`${webhookName(kind)}Data`] = withRun(own);
    added[webhookName(kind)] = bodyOf(kind, reference(hasRun ? `${webhookName(kind)}Data` : timelineName(kind)));
  }
  for (const name of REQUEST_EVENTS) added[webhookName(name)] = bodyOf(name, reference("WebhookRequest"));
  added[webhookName(AUDIT_EVENT)] = bodyOf(AUDIT_EVENT, reference("Act"));
  const events = [...TIMELINE_KINDS, ...REQUEST_EVENTS, AUDIT_EVENT];
  return {
    ...schemas,
    ...added,
    TimelineEvent: unionOf(TIMELINE_KINDS, { by: "kind", nameOf: timelineName }),
    WebhookBody: unionOf(events, { by: "type", nameOf: webhookName }),
  };
};

/**
 * The webhooks of the document by the name of the event. They refer to `describeDeliveries`: a generator that has no words for a
 * webhook then passes them over, instead of writing a client that does not compile.
 */
export const describeWebhooks = (): Record<string, object> =>
  Object.fromEntries(
    [...TIMELINE_KINDS, ...REQUEST_EVENTS, AUDIT_EVENT].map((name) => [
      name,
      { $ref: `#/components/pathItems/${webhookName(name)}` },
    ]),
  );

/** The request of each event with its body; any status from 200 to 299 accepts it. */
export const describeDeliveries = (): Record<string, object> =>
  Object.fromEntries(
    [...TIMELINE_KINDS, ...REQUEST_EVENTS, AUDIT_EVENT].map((name) => [
      webhookName(name),
      {
        post: {
          operationId: `webhook.${name}`,
          summary: `Sent to webhooks that name ${name}`,
          description:
            "Signed as Standard Webhooks describes: the headers webhook-id, webhook-timestamp and webhook-signature. It is delivered at least once.",
          requestBody: { required: true, content: { "application/json": { schema: reference(webhookName(name)) } } },
          responses: { 200: { description: "Any status from 200 to 299 accepts the event" } },
        },
      },
    ]),
  );

const unionOf = (names: readonly string[], { by, nameOf }: { by: string; nameOf(name: string): string }): Schema => ({
  oneOf: names.map((name) => reference(nameOf(name))),
  discriminator: {
    propertyName: by,
    mapping: Object.fromEntries(names.map((name) => [name, reference(nameOf(name)).$ref ?? ""])),
  },
});

/** What is sent to the address of a webhook. Some generators see the bodies here alone, and not among the webhooks. */
const CALLBACKS: Readonly<Record<string, object>> = {
  "webhooks.create": {
    delivery: {
      "{$request.body#/url}": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema: reference("WebhookBody") } } },
          responses: { 200: { description: "Any status from 200 to 299 accepts the event" } },
        },
      },
    },
  },
};

/** Returns what the operation makes the platform send. */
export const describeCallbacks = (operationId: string): object => {
  const callbacks = CALLBACKS[operationId];
  return callbacks ? { callbacks } : {};
};

const payloadOf = (kind: string): Schema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(EVENT_DATA[kind] ?? {}).map(([name, types]) => [name, fieldOf(types)])),
  additionalProperties: {},
});

const fieldOf = (types: readonly string[]): Schema => {
  const [first = "string", ...others] = types.filter((type) => type !== "null");
  if (others.length > 0) return {};
  if (first === "object") return reference("JsonObject");
  const schema: Schema = first === "array" ? { type: "array", items: {} } : { type: first };
  return types.includes("null") ? { ...schema, type: [first, "null"] } : schema;
};

const bodyOf = (name: string, data: Schema): Schema => ({
  type: "object",
  properties: {
    type: { type: "string", const: name, description: "The event that the webhook has named" },
    timestamp: { type: "string", format: "date-time", description: "When it happened" },
    data: { ...data, description: "What happened, as the timeline shows it" },
  },
  required: ["type", "timestamp", "data"],
});

const withRun = (event: Schema): Schema => ({
  ...event,
  properties: { ...event.properties, run: { ...reference("WebhookRun"), description: "The call" } },
});

const text: Schema = { type: "string" };
const textOrNull: Schema = { type: ["string", "null"] };
const timeOrNull: Schema = { type: ["string", "null"], format: "date-time" };
const whole: Schema = { type: "integer" };
const wholeOrNull: Schema = { type: ["integer", "null"] };

const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
});

const webhookRun = objectOf({
  id: whole,
  uuid: text,
  name: text,
  state: text,
  outcome: textOrNull,
  disposition: textOrNull,
  end_reason: textOrNull,
  direction: text,
  environment: text,
  attempt: whole,
  campaign_id: wholeOrNull,
  contact_id: wholeOrNull,
  caller_number: textOrNull,
  called_number: textOrNull,
  started_at: timeOrNull,
  answered_at: timeOrNull,
  ended_at: timeOrNull,
  duration_seconds: wholeOrNull,
});

const asked = objectOf({
  event_id: whole,
  kind: text,
  state: text,
  subject: { $ref: "#/components/schemas/JsonObject", description: "What is asked, by kind: the fields of its event" },
  workflow_id: wholeOrNull,
  workflow_run_id: wholeOrNull,
  folder_id: wholeOrNull,
  thread_id: textOrNull,
  created_at: { type: "string", format: "date-time" },
  expires_at: timeOrNull,
});

/** Of a request that is open there is no decision yet. */
const webhookRequest: Schema = {
  ...asked,
  properties: {
    ...asked.properties,
    decision: textOrNull,
    answer: {
      anyOf: [{ $ref: "#/components/schemas/JsonObject" }, { type: "null" }],
      description: "What was answered; never a secret",
    },
    settled_by: textOrNull,
    settled_at: timeOrNull,
  },
};
