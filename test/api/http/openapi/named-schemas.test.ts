import { describe, expect, it } from "@jest/globals";
import { operations } from "../../../../api/areas.ts";
import { buildOpenApiDocument } from "../../../../api/http/openapi/build-document.ts";
import type { Content, DescribedOperation } from "../../../../api/http/openapi/name-document.ts";
import { pascal } from "../../../../api/http/openapi/named-schemas.ts";
import { changeSchema, type Schema } from "../../../../api/http/openapi/schema.ts";
import { ENUM_NAMES, MAP_NAMES, OBJECT_NAMES } from "../../../../api/http/openapi/shared-names.ts";

const document = buildOpenApiDocument(operations, { version: "0", serverUrl: "/" });
const { schemas } = document.components;
const described = Object.values(document.paths).flatMap((item) => Object.values(item));

/** Bodies of one operation and data of one event may change without those of another, even where they are the same today. */
const isOwn = (name: string): boolean =>
  /^(TimelineEvent|Webhook)[A-Z]/.test(name) ||
  described.some(({ operationId }) => new RegExp(`^${pascal(operationId)}(Body|Answer|Form|Error\\d+)$`).test(name));

const partsOf = (schema: Schema): { part: Schema; place: string }[] => {
  const parts: { part: Schema; place: string }[] = [];
  changeSchema(schema, (part, place) => {
    parts.push({ part, place: place.join(".") });
    return part;
  });
  return parts;
};

const everyPart = Object.entries(schemas).flatMap(([name, schema]) =>
  partsOf(schema).map(({ part, place }) => ({ part, place: [name, place].filter(Boolean).join(".") })),
);

/**
 * Objects that take fields beyond their own: graphs drawn in editors that keep their data there, accounts with the fields of their
 * carrier, what a server of tools says, a form that also holds a file.
 */
const OPEN_IN_REQUESTS = [
  "AgentDefinition",
  "AgentDefinitionEdge",
  "AgentDefinitionNode",
  "AgentDefinitionNodePosition",
  "CarrierAccountInput",
  "ContactsDoNotCallUploadForm",
  "McpToolDefinitionConfigDiscoveredTool",
];

/**
 * Alike, and not the same: settings as they are made and as they are changed, where what is left out stays; models that hear and
 * that speak, each with what its providers need one day; an archive, an erasure and a removal, each with the states that it needs one day.
 */
const ALIKE = [
  ["AgentConfigurationsModelsStt", "AgentConfigurationsModelsTts"],
  ["ArchiveState", "ErasureState", "RemovalState"],
  ["CircuitBreakerChanges", "CircuitBreakerConfig"],
  ["RetryConfig", "RetryConfigChanges"],
];

const contentsOf = ({ requestBody, responses }: DescribedOperation): Content[] => [
  ...(requestBody ? [requestBody.content] : []),
  ...Object.values(responses).flatMap(({ content }) => (content ? [content] : [])),
];

const inline = described.flatMap((operation) => [
  ...contentsOf(operation).flatMap((content) => Object.values(content).map(({ schema }) => schema)),
  ...(operation.parameters ?? []).map(({ schema }) => schema),
]);

const referredIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = ""]) => name);

const reachable = (start: string[]): Set<string> => {
  const found = new Set(start);
  for (const name of found) for (const next of referredIn(schemas[name])) found.add(next);
  return found;
};

const inRequests = reachable(described.flatMap(({ requestBody }) => referredIn(requestBody ?? {})));
const inAnswers = reachable(described.flatMap(({ responses }) => referredIn(responses)));

describe("the schemas of the document", () => {
  it("give every object and every enum a name", () => {
    const unnamed = [
      ...everyPart.filter(({ place }) => place.includes(".")),
      ...inline.map((part) => ({ part, place: "" })),
    ]
      .filter(({ part }) => part.enum || part.properties || part.type === "object")
      .map(({ place }) => place);
    expect(unnamed).toEqual([]);
  });

  it("name one enum or object once, and no name of shared-names.ts for nothing", () => {
    const byShape = Map.groupBy(
      Object.entries(schemas).filter(
        ([name, { enum: choices, properties }]) => !isOwn(name) && (choices || properties),
      ),
      ([, schema]) => JSON.stringify({ ...schema, description: undefined }),
    );
    const twice = [...byShape.values()].filter((named) => named.length > 1).map((named) => named.map(([name]) => name));
    expect(twice).toEqual(ALIKE);
    const given = [...Object.values(ENUM_NAMES), ...Object.values(OBJECT_NAMES), ...Object.values(MAP_NAMES)];
    expect(given.filter((name) => !schemas[name] && !schemas[`${name}Input`])).toEqual([]);
  });

  it("have names that stay apart in lower case, and beside a name that a generator makes of a schema and its field", () => {
    const names = Object.keys(schemas);
    const lower = names.map((name) => name.toLowerCase());
    expect(lower.filter((name, index) => lower.indexOf(name) !== index)).toEqual([]);
    const made = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(
          ([, field]) =>
            !field.$ref &&
            (field.anyOf ?? field.oneOf ?? field.allOf ?? []).filter((part) => !part.$ref && part.type !== "null")
              .length > 0,
        )
        .map(([field]) => `${name}${pascal(field)}`),
    );
    expect(made.filter((name) => schemas[name])).toEqual([]);
    expect(names.filter((name) => Object.keys(document.components.securitySchemes).map(pascal).includes(name))).toEqual(
      [],
    );
  });

  it("are closed in requests, and open in answers, which may gain fields", () => {
    const closed = [...inAnswers].filter((name) => schemas[name]?.additionalProperties === false);
    expect(closed).toEqual([]);
    const bodies = [...inRequests].filter((name) => schemas[name]?.properties && !isClosed(name));
    expect(bodies.sort()).toEqual(OPEN_IN_REQUESTS);
    expect([...inRequests].filter((name) => inAnswers.has(name) && schemas[name]?.properties)).toEqual([]);
  });

  it("have one type, or one and null, and no bounds that every integer keeps", () => {
    const many = everyPart.filter(
      ({ part }) => Array.isArray(part.type) && part.type.filter((type) => type !== "null").length !== 1,
    );
    const always = everyPart.filter(({ part, place }) => part.type === "null" && /properties\.\w+$/.test(place));
    const safe = everyPart.filter(({ part }) =>
      [part.minimum, part.maximum].some((bound) => Math.abs(bound ?? 0) === Number.MAX_SAFE_INTEGER),
    );
    expect([...many, ...always, ...safe].map(({ place }) => place)).toEqual([]);
    const booleans = described
      .flatMap(({ parameters = [] }) => parameters)
      .filter(({ schema }) => schema.enum?.includes("true"));
    expect(booleans).toEqual([]);
  });

  it("name the kind of a list once, never part by part", () => {
    const listed = everyPart.filter(({ part }) => "prefixItems" in part || (part.type === "array" && !part.items));
    expect(listed.map(({ place }) => place)).toEqual([]);
  });

  it("are binary for every type of a file, and bytes go first", () => {
    const files = described
      .map(({ responses }) => Object.entries(responses["200"]?.content ?? {}))
      .filter((kinds) => kinds.some(([, { schema }]) => schema?.format === "binary"));
    expect(files.length).toBeGreaterThan(8);
    for (const kinds of files) {
      expect(kinds[0]?.[0]).toBe("application/octet-stream");
      for (const [, { schema }] of kinds) expect(schema).toMatchObject({ type: "string", format: "binary" });
    }
  });
});

const isClosed = (name: string): boolean => schemas[name]?.additionalProperties === false;
