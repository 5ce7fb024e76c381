import { describe, expect, it } from "@jest/globals";
import { operations } from "../../../../api/areas.ts";
import { buildOpenApiDocument } from "../../../../api/http/openapi/build-document.ts";
import { TIMELINE_KINDS } from "../../../../domain/timeline/timeline-kinds.ts";
import { WEBHOOK_EVENTS } from "../../../../domain/webhook/webhook-events.ts";

const document = buildOpenApiDocument(operations, { version: "0", serverUrl: "/" });
const { schemas } = document.components;

describe("events in the document", () => {
  it("are a union of the timeline's kinds, by the kind", () => {
    const union = schemas["TimelineEvent"];
    expect(union?.oneOf?.length).toBe(TIMELINE_KINDS.length);
    expect(union?.discriminator?.propertyName).toBe("kind");
    expect(Object.keys(union?.discriminator?.mapping ?? {})).toEqual([...TIMELINE_KINDS]);
    for (const kind of TIMELINE_KINDS) {
      const name = (union?.discriminator?.mapping?.[kind] ?? "").replace(/^.*\//, "");
      expect(schemas[name]?.properties?.["kind"]).toMatchObject({ const: kind });
    }
  });

  it("are webhooks, each with the body that it is sent with", () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS]);
    const bodies = [...JSON.stringify(document.components.pathItems).matchAll(/"#\/components\/schemas\/([^"]+)"/g)];
    expect(new Set(bodies.map(([, name]) => name)).size).toBe(WEBHOOK_EVENTS.length);
    for (const [, name = ""] of bodies) expect(schemas[name]?.required).toEqual(["type", "timestamp", "data"]);
  });

  it("are what a webhook that is made will be sent", () => {
    const create = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .find(({ operationId }) => operationId === "webhooks.create");
    expect(JSON.stringify(create)).toContain('"{$request.body#/url}"');
    expect(schemas["WebhookBody"]?.oneOf?.length).toBe(WEBHOOK_EVENTS.length);
  });

  it("hold the call where it has ended", () => {
    expect(schemas["WebhookCallEndedData"]?.properties).toMatchObject({
      run: { $ref: "#/components/schemas/WebhookRun" },
      payload: { $ref: "#/components/schemas/TimelineEventCallEndedPayload" },
    });
    expect(schemas["TimelineEventCallEndedPayload"]?.properties).toHaveProperty("outcome");
  });
});
