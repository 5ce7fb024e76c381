import { describe, expect, it } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { operations } from "../../../../api/areas.ts";
import { buildOpenApiDocument } from "../../../../api/http/openapi/build-document.ts";
import examples from "../../../../api/http/openapi/examples.json" with { type: "json" };

const document = buildOpenApiDocument(operations, { version: "0", serverUrl: "/" });
const described = Object.values(document.paths).flatMap((item) => Object.values(item));
const known: Readonly<Record<string, { request?: unknown; answer?: unknown }>> = examples;

/** Formats say what a text means; the rules of the schemas are what is looked at. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "document", components: document.components });

const faultsOf = (schema: object, example: unknown): string[] => {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const validate = ajv.compile(JSON.parse(text));
  return validate(example)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const asked = described.flatMap(({ operationId, requestBody }) => {
  const content = requestBody?.content["application/json"];
  return content?.example === undefined ? [] : [{ operationId, place: "request", ...content }];
});
const answered = described.flatMap(({ operationId, responses }) =>
  Object.entries(responses).flatMap(([status, { content }]) => {
    const json = content?.["application/json"];
    return json?.example === undefined ? [] : [{ operationId, place: status, ...json }];
  }),
);

describe("examples in the document", () => {
  it("are there for every operation that answers with JSON", () => {
    const without = operations
      .filter(({ success }) => success.body)
      .map(({ id }) => id)
      .filter((id) => known[id]?.answer === undefined);
    expect(without).toEqual(WITHOUT_EXAMPLE);
  });

  it("are of operations that there are", () => {
    const ids = new Set(described.map(({ operationId }) => operationId));
    expect(Object.keys(known).filter((id) => !ids.has(id))).toEqual([]);
  });

  it("show no token and no address of the platform that the tests ran on", () => {
    const text = JSON.stringify(known).replaceAll(/"[^"]*hash": ?"[^"]*"/g, "");
    expect(text.match(/127\.0\.0\.1:\d{4,5}|localhost:\d+/g)).toBeNull();
    expect(
      text.match(/(?:vap_(?:live|test)_|whsec_)[\w+/=-]{12,}|eyJ[\w-]{20,}|[\w-]{9,}\.[\w-]{5,}\.[\w-]{30,}/g),
    ).toBeNull();
  });

  it.each([...asked, ...answered])("$operationId, $place: agrees with its schema", ({ schema, example }) => {
    expect(faultsOf(schema, example)).toEqual([]);
  });
});

/** Operations whose answers tests read over connections of their own, or that are longer than an example may be. */
const WITHOUT_EXAMPLE = [
  "audit.list",
  "organizations.rulePacks.list",
  "organizations.rulePacks.preview",
  "telephony.sandboxSimulator.get",
  "telephony.sandboxSimulator.set",
  "telephony.phoneNumbers.delete",
  "numbers.verified.remove",
  "agents.webhookSecret",
  "scenarios.createFromRun",
  "scenarios.createFromDocument",
  "scenarios.import",
  "scenarios.personas",
  "contacts.send",
  "contacts.put",
  "contacts.segments.create",
  "contacts.segments.list",
  "contacts.segments.preview",
  "contacts.segments.delete",
  "contacts.intakes.create",
  "contacts.intakes.list",
  "contacts.intakes.update",
  "contacts.intakes.delete",
  "contacts.intakes.take",
  "people.get",
  "people.history",
  "people.preview",
  "people.exports.create",
  "people.exports.get",
  "people.exports.list",
  "people.exports.cancel",
  "people.exports.download",
  "people.erasures.create",
  "people.erasures.get",
  "people.erasures.list",
  "campaigns.days",
  "campaigns.whatIf",
  "campaigns.journey.get",
  "campaigns.journey.put",
  "campaigns.journey.preview",
  "campaigns.journey.progress",
  "campaigns.calendar",
  "campaigns.whatIfs",
  "campaigns.getWhatIf",
  "calls.transcript",
  "calls.search",
  "calls.original",
  "calls.archives.list",
  "calls.archives.get",
  "calls.archives.download",
  "calls.policyWhatIf",
  "webCalls.startEmbedded",
  "record.entries",
  "record.key",
  "record.proveRun",
];
