import { describe, expect, it } from "@jest/globals";
import { listBroken } from "../../scripts/api-changes/broken.ts";
import { listApiChanges } from "../../scripts/api-changes/changes.ts";
import { type ApiDocument, readContract, type Schema } from "../../scripts/api-changes/contract.ts";
import { buildChangesPage } from "../../scripts/api-changes/page.ts";
import { readRecorded } from "../../scripts/api-changes/recorded.ts";

interface Made {
  version?: string;
  request?: Schema;
  answer?: Schema;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  event?: Schema;
  deprecated?: boolean;
  operationId?: string;
  paths?: ApiDocument["paths"];
}

const json = (schema: Schema) => ({ content: { "application/json": { schema } } });

/** A document with one operation and one event, as OpenAPI writes them. */
const documentOf = ({ version = "1.0.0", request, answer = {}, parameters = [], event, paths = {}, ...rest }: Made) =>
  readContract({
    info: { version },
    paths: {
      "/api/v1/things": {
        post: {
          operationId: rest.operationId ?? "things.create",
          ...(rest.deprecated && { deprecated: true }),
          parameters,
          ...(request && { requestBody: json(request) }),
          responses: { "200": json(answer), "404": json({ type: "object", properties: { code: { type: "string" } } }) },
        },
      },
      ...paths,
    },
    webhooks: event ? { thing: { $ref: "#/components/pathItems/Thing" } } : {},
    components: {
      schemas: { Name: { type: "object", required: ["first"], properties: { first: { type: "string" } } } },
      pathItems: { Thing: { post: { operationId: "thing", requestBody: json(event ?? {}), responses: {} } } },
    },
  });

const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  type: "object",
  properties,
  required,
});
const text: Schema = { type: "string" };
const whole: Schema = { type: "integer" };
const changes = (before: Made, after: Made) =>
  listApiChanges(documentOf(before), documentOf(after)).map(({ breaks, kind, what }) =>
    [breaks ? "BREAKS" : "adds", kind === "changed" ? what : kind].join(" "),
  );

describe("the comparison of two versions of the API", () => {
  it("finds nothing in the same one, whatever its schemas are called", () => {
    const named = { answer: object({ name: { $ref: "#/components/schemas/Name" } }) };
    const inline = { answer: object({ name: object({ first: text }, ["first"]) }) };
    expect(changes(named, inline)).toEqual([]);
    expect(changes(named, { answer: object({ name: { anyOf: [{ $ref: "#/components/schemas/Name" }] } }) })).toEqual(
      [],
    );
  });

  it.each<[string, Made, Made, string[]]>([
    [
      "a field that requests took",
      { request: object({ a: text, b: text }) },
      { request: object({ a: text }) },
      ["BREAKS takes no field `b`"],
    ],
    [
      "a field that requests did not need",
      { request: object({ a: text }) },
      { request: object({ a: text }, ["a"]) },
      ["BREAKS needs the field `a`"],
    ],
    [
      "a new field that requests need",
      { request: object({}) },
      { request: object({ b: object({ c: text }) }, ["b"]) },
      ["BREAKS needs the field `b`"],
    ],
    [
      "a type that requests took",
      { request: object({ a: { anyOf: [text, whole] } }) },
      { request: object({ a: text }) },
      ["BREAKS `a` may not be `integer` any longer"],
    ],
    [
      "a text of which only some values are left",
      { request: object({ a: text }) },
      { request: object({ a: { enum: ["x"] } }) },
      ["BREAKS `a` may not be `string` any longer"],
    ],
    [
      "a parameter",
      { parameters: [{ in: "query", name: "q", schema: text }] },
      {},
      ["BREAKS takes no parameter `query q`"],
    ],
    [
      "a field of answers",
      { answer: object({ list: { type: "array", items: object({ a: text, b: text }) } }) },
      { answer: object({ list: { type: "array", items: object({ a: text }) } }) },
      ["BREAKS the answer has no `list[].b`"],
    ],
    [
      "a field that answers always had",
      { answer: object({ a: text }, ["a"]) },
      { answer: object({ a: text }) },
      ["BREAKS `a` of the answer may be missing"],
    ],
    [
      "another type of answers",
      { answer: object({ a: text }) },
      { answer: object({ a: { type: ["string", "null"] } }) },
      ["BREAKS `a` of the answer may be `null`"],
    ],
    [
      "the name of an operation",
      {},
      { operationId: "things.make" },
      ["BREAKS its `operationId` is `things.make`, no longer `things.create`"],
    ],
    [
      "a field of an event",
      { event: object({ a: text, b: text }) },
      { event: object({ a: text }) },
      ["BREAKS the answer has no `b`"],
    ],
    ["an event", { event: object({}) }, {}, ["BREAKS gone"]],
  ])("finds that it breaks who relies on %s", (_what, before, after, found) => {
    expect(changes(before, after).toSorted()).toEqual(found.toSorted());
  });

  it.each<[string, Made, Made, string[]]>([
    [
      "an optional field of requests",
      { request: object({}) },
      { request: object({ a: object({ b: text }, ["b"]) }) },
      ["adds takes the field `a`"],
    ],
    [
      "what only one choice of a request needs",
      { request: { anyOf: [object({ a: text })] } },
      { request: { anyOf: [object({ a: text }), object({ c: text }, ["c"])] } },
      ["adds takes the field `c`"],
    ],
    [
      "a wider type of requests",
      { request: object({ a: whole }) },
      { request: object({ a: { type: "number" } }) },
      ["adds `a` may be `number`"],
    ],
    [
      "a value of answers",
      { answer: object({ a: { enum: ["x"] } }) },
      { answer: object({ a: { enum: ["x", "y"] } }) },
      ['adds `a` of the answer may be `"y"`'],
    ],
    [
      "a field of answers",
      { answer: object({}) },
      { answer: object({ a: object({ b: text }) }) },
      ["adds the answer has `a`"],
    ],
    [
      "a list in an address",
      { parameters: [{ in: "query", name: "q", schema: text }] },
      { parameters: [{ in: "query", name: "q", schema: { type: "array" } }] },
      [],
    ],
    ["a mark that it is to go", {}, { deprecated: true }, ["adds deprecated"]],
  ])("finds that nobody is broken by %s", (_what, before, after, found) => {
    expect(changes(before, after)).toEqual(found);
  });

  it("follows an object that holds itself so far and no further", () => {
    const own: Schema = object({ a: text });
    own.properties = { ...own.properties, child: own };
    expect(changes({ answer: own }, { answer: own })).toEqual([]);
  });
});

describe("the promise of 1.x", () => {
  const promised = documentOf({ version: "1.0.0", request: object({ a: text }) });
  const earlier = documentOf({ version: "0.9.0", request: object({ a: text, old: text }) });

  it("holds against every version of it, and against none before", () => {
    expect(listBroken([earlier, promised], documentOf({ version: "1.1.0", request: object({ a: text }) }))).toEqual([]);
    const broken = listBroken([earlier, promised], documentOf({ version: "1.1.0", request: object({}) }));
    expect(broken).toEqual(["POST /api/v1/things takes no field `a`: 1.0.0 promised it"]);
  });

  it("may be broken by what was agreed, and by nothing else", () => {
    const today = documentOf({ version: "1.1.0", request: object({}) });
    const agreed = [{ of: "POST /api/v1/things", what: "takes no field `a`" }];
    expect(listBroken([promised], today, agreed)).toEqual([]);
    expect(listBroken([promised], today, [{ of: "POST /api/v1/things", what: "" }])).toHaveLength(1);
  });
});

describe("the page of changes", () => {
  it("has a section for each version, newest first, and one for what is not released", () => {
    const page = buildChangesPage(
      [documentOf({ version: "0.1.0" }), documentOf({ version: "1.0.0", answer: object({ a: text }) })],
      documentOf({ version: "1.0.0", answer: object({ a: text }), request: object({ b: text }, ["b"]) }),
    );
    const titles = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual(["Not released yet, compared with 1.0.0", "1.0.0, compared with 0.1.0"]);
    expect(page).toContain("### More in what was there\n\n- `POST /api/v1/things`: the answer has `a`");
  });

  it("says what many operations have in common once", () => {
    const paths = Array.from({ length: 6 }, (_, at) => `/api/v1/more-${at}`);
    const withAnswer = (answer: Schema) =>
      documentOf({
        paths: Object.fromEntries(
          paths.map((path) => [path, { get: { operationId: path, responses: { "200": json(answer) } } }]),
        ),
      });
    const page = buildChangesPage([withAnswer(object({}))], withAnswer(object({ a: text })));
    expect(page).toContain("- 6 operations and webhooks: the answer has `a`");
    expect(page).not.toContain("more-3");
  });

  it("knows what 0.1.0 promised", () => {
    const [first] = readRecorded();
    expect(first?.version).toBe("0.1.0");
    expect(Object.keys(first?.operations ?? {}).length).toBeGreaterThan(200);
    expect(first?.operations["POST /api/v1/campaigns/create"]?.request).toMatchObject({
      "application/json name": "string!",
    });
  });
});
