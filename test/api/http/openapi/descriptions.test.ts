import { describe, expect, it } from "@jest/globals";
import { operations } from "../../../../api/areas.ts";
import { buildOpenApiDocument } from "../../../../api/http/openapi/build-document.ts";
import { FIELD_DESCRIPTIONS, PARAMETER_DESCRIPTIONS } from "../../../../api/http/openapi/describe-fields.ts";

const document = buildOpenApiDocument(operations, { version: "0", serverUrl: "/" });
const { schemas } = document.components;
const described = Object.values(document.paths).flatMap((item) => Object.values(item));
const fields = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
  Object.entries(properties).map(([name, field]) => ({ schema, name, description: field.description })),
);
const parameters = described.flatMap(({ operationId, parameters: own = [] }) =>
  own.map(({ name, description }) => ({ operationId, name, description })),
);

describe("descriptions in the document", () => {
  it("are there for every operation, field and parameter", () => {
    expect(described.filter(({ description, summary }) => !description || !summary)).toEqual([]);
    const bare = fields.filter(({ description }) => !description).map(({ schema, name }) => `${schema}.${name}`);
    expect(bare).toEqual([]);
    const silent = parameters.filter(({ description }) => !description);
    expect(silent.map(({ operationId, name }) => `${operationId}.${name}`)).toEqual([]);
  });

  it("say when an operation refuses, and what a sandbox key may do", () => {
    const start = described.find(({ operationId }) => operationId === "campaigns.start");
    expect(start?.description).toMatch(/Needs the role operator/);
    expect(start?.description).toMatch(/With a sandbox key/);
    expect(start?.description).toMatch(/- 409 \(`campaign_state`, .*\): The campaign's state forbids it/);
  });

  it("stand in the tables for fields and parameters that there are", () => {
    const known = new Set(fields.flatMap(({ schema, name }) => [name, `${schema}.${name}`]));
    expect(Object.keys(FIELD_DESCRIPTIONS).filter((name) => !known.has(name))).toEqual([]);
    const asked = new Set(parameters.flatMap(({ operationId, name }) => [name, `${operationId}.${name}`]));
    expect(Object.keys(PARAMETER_DESCRIPTIONS).filter((name) => !asked.has(name))).toEqual([]);
  });

  it("are there for every area", () => {
    const areas = new Set(described.flatMap(({ tags }) => tags));
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(areas);
    expect(document.tags.every(({ description }) => description.length > 10)).toBe(true);
  });

  it("name the headers of requests and answers", () => {
    const create = described.find(({ operationId }) => operationId === "campaigns.create");
    expect(create?.parameters).toContainEqual(expect.objectContaining({ name: "Idempotency-Key", in: "header" }));
    const stream = described.find(({ operationId }) => operationId === "campaigns.progressStream");
    expect(stream?.parameters).toContainEqual(expect.objectContaining({ name: "Last-Event-ID", in: "header" }));
    expect(create?.responses["200"]?.headers).toHaveProperty("X-Request-Id");
    expect(document.components.responses["TooManyRequests"]?.headers).toHaveProperty("Retry-After");
  });
});
