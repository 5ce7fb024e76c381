import { describe, expect, it } from "@jest/globals";
import { operations } from "../../../api/areas.ts";
import { takesIdempotencyKey } from "../../../api/http/idempotency-key.ts";
import { readClientApi } from "../../../scripts/clients/client-api.ts";
import { nameOperations } from "../../../scripts/clients/name-operations.ts";
import { type OpenApiDocument, readDocument } from "../../../scripts/clients/read-document.ts";
import type { Schema } from "../../../scripts/clients/schema-types.ts";

const namesOf = (...ids: string[]) => Object.fromEntries(nameOperations(ids));

describe("the place of an operation in a client", () => {
  it("is its operationId, in camelCase", () => {
    expect(namesOf("campaigns.start", "contacts.lists.create", "organizations.fair-share")).toEqual({
      "campaigns.start": ["campaigns", "start"],
      "contacts.lists.create": ["contacts", "lists", "create"],
      "organizations.fair-share": ["organizations", "fairShare"],
    });
  });

  it("is in the area service for an id of one word", () => {
    expect(namesOf("health")).toEqual({ health: ["service", "health"] });
  });

  it("joins the last words of an id that goes on after another one", () => {
    expect(namesOf("channels.timeline", "channels.timeline.stream")).toEqual({
      "channels.timeline": ["channels", "timeline"],
      "channels.timeline.stream": ["channels", "timelineStream"],
    });
  });

  it("belongs to one operation", () => {
    expect(() => namesOf("calls.fair-share", "calls.fairShare")).toThrow(
      "two operations would be named calls.fairShare",
    );
    expect(() => namesOf("health", "service.health.deep")).toThrow("service.health would be an operation and an area");
  });
});

const list = { type: "array", items: { type: "string" } };
const answers = (properties: Record<string, Schema>): Schema => ({ type: "object", properties });

const oneOperation = (changes: object, path = "/things"): OpenApiDocument =>
  JSON.parse(
    JSON.stringify({
      info: { version: "1.2.3" },
      paths: {
        [path]: {
          get: { operationId: "things.list", summary: "", tags: ["Things"], security: [{}], responses: {}, ...changes },
        },
      },
    }),
  );

const readOne = (changes: object) => readDocument(oneOperation(changes)).operations[0];
const listed = (schema: Schema, ...query: string[]) =>
  readOne({
    parameters: query.map((name) => ({ in: "query", name, schema: { type: "string" } })),
    responses: { 200: { content: { "application/json": { schema } } } },
  });

describe("how an answer goes on", () => {
  it.each([
    ["by pages", listed(answers({ things: list }), "page", "limit"), { kind: "page" }, "things"],
    [
      "by a cursor",
      listed(answers({ things: list, next_cursor: { type: "string" } }), "cursor"),
      { kind: "next", from: { cursor: "next_cursor" } },
      "things",
    ],
    [
      "by two fields",
      listed(answers({ things: list, next_at: {}, next_id: {} }), "at", "id"),
      { kind: "next", from: { at: "next_at", id: "next_id" } },
      "things",
    ],
    ["by an offset", listed(list, "offset"), { kind: "offset" }, ""],
    ["not at all", listed(answers({ total: {}, things: list, kinds: list })), null, "things"],
    ["from its area's list", listed(answers({ kinds: list, things: list })), null, "things"],
  ])("%s", (_, operation, paging, listField) => {
    expect({ paging: operation?.paging, listField: operation?.listField }).toEqual({ paging, listField });
  });
});

describe("the document", () => {
  it("has one object for path, query and body", () => {
    const place = { in: "path", name: "id", schema: {} };
    expect(() => readOne({ parameters: [place, { ...place, in: "query" }] })).toThrow("two fields named id");
  });

  it("names only schemas that it has", () => {
    expect(() => listed({ $ref: "#/components/schemas/Thing" })).toThrow("has no such schema");
  });

  it.each([
    [{ 200: { content: { "text/event-stream": { schema: { type: "string" } } } } }, "events"],
    [{ 200: { content: { "text/html": {} } } }, "text"],
    [{ 200: { content: { "text/csv": {}, "application/x": {} } } }, "file"],
    [{ 302: {} }, "file"],
    [{ 204: {} }, "none"],
  ])("of %j answers %s", (responses, kind) => {
    expect(readOne({ responses })?.answer.kind).toBe(kind);
  });
});

describe("the operations of this checkout", () => {
  const api = readClientApi();

  it("are all there, each in one place", () => {
    expect(api.operations.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
    expect(new Set(api.operations.map(({ names }) => names.join("."))).size).toBe(operations.length);
  });

  it("say what their streams hold", () => {
    const streams = api.operations.filter(({ answer }) => answer.kind === "events");
    expect(streams.length).toBeGreaterThan(3);
    expect(streams.filter(({ answer }) => answer.kind === "events" && answer.schema === null)).toEqual([]);
  });

  it("have a list in every answer that has pages", () => {
    const paged = api.operations.filter(({ paging }) => paging !== null);
    expect(paged.length).toBeGreaterThan(10);
    expect(paged.filter(({ listField }) => listField === null).map(({ id }) => id)).toEqual([]);
  });

  it("take an Idempotency-Key where the API does: they change something, have credentials and answer no stream or file", () => {
    const keyed = api.operations.filter((each) => each.takesIdempotencyKey);
    expect(keyed.map(({ id }) => id)).toEqual(
      api.operations
        .filter(({ id }) => operations.some((each) => each.id === id && takesIdempotencyKey(each)))
        .map(({ id }) => id),
    );
  });
});
