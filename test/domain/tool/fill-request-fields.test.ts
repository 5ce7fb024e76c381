import { describe, expect, it } from "@jest/globals";
import { fillFields, fillUrl, fillValue } from "../../../domain/tool/fill-request-fields.ts";
import { ToolFault } from "../../../domain/tool/tool-fault.ts";

const TOO_MUCH = "The request was not sent: the values of its variables come to more than 1000000 characters.";
const context = { long: "x".repeat(60_000), nested: { list: ["y".repeat(60_000)] }, short: "z" };
const named = (name: string, times: number) =>
  Object.fromEntries(Array.from({ length: times }, (_, at) => [`field_${at}`, `{{${name}}}`]));

describe("a template of a tool", () => {
  it("keeps the types of its variables, wherever they stand", () => {
    const template = { a: ["{{nested.list}}", "<{{short}}>"], b: 7, c: "{{missing}}" };
    expect(fillValue(template, { nested: { list: [1] }, short: "z" })).toEqual({ a: [[1], "<z>"], b: 7, c: null });
  });

  it.each([
    ["texts", () => fillValue(named("long", 17), context)],
    ["parts of texts", () => fillValue(Array(17).fill("<{{long}}>"), context)],
    ["values with a type", () => fillFields(named("nested", 17), context)],
    ["its address", () => fillUrl(`https://example.com/${"{{long}}".repeat(17)}`, context)],
  ])("is refused where its values come to too much in %s", (_where, fill) => {
    expect(fill).toThrow(new ToolFault(TOO_MUCH));
  });

  it("has room for a megabyte of them", () => {
    expect(JSON.stringify(fillValue(named("long", 16), context)).length).toBeGreaterThan(960_000);
  });
});
