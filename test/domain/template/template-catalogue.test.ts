import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { listVariables } from "../../../domain/agent/agent-definition.ts";
import { checkDefinition } from "../../../domain/agent/check-definition.ts";
import { buildDefinition } from "../../../domain/template/outline-definition.ts";
import { findTextInLanguage, type Outline, type Template, template } from "../../../domain/template/template.ts";
import { templates } from "../../../domain/template/template-catalogue.ts";

const texts = templates.flatMap((each) =>
  each.texts.map((text) => ({ name: `${each.id} in ${text.language}`, template: each, text })),
);

/** Variables that an agent gets by itself when it is hired. */
const GIVEN = ["agent_name"];

const uuidsOf = ({ tools }: Template) => Object.fromEntries(tools.map(({ key }) => [key, randomUUID()]));

describe("the shelf", () => {
  it("has twelve templates in eight verticals, two of them in five languages", () => {
    expect(templates.length).toBeGreaterThanOrEqual(12);
    expect(new Set(templates.map(({ vertical }) => vertical)).size).toBeGreaterThanOrEqual(8);
    const translated = templates.filter((each) => each.texts.length > 1);
    expect(translated.map(({ id }) => id)).toEqual(["appointment-reminder", "satisfaction-survey"]);
    for (const { texts: inAll } of translated)
      expect(inAll.map(({ language }) => language.slice(0, 2))).toEqual(["en", "de", "es", "fr", "hi"]);
  });

  it("has no template twice, and each reads its own schema", () => {
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
    for (const each of templates) expect(template.parse(each)).toEqual(each);
  });

  it("finds a text by the language or the whole tag", () => {
    const [reminder] = templates;
    if (!reminder) throw new Error("there is a template");
    expect(findTextInLanguage(reminder, undefined)?.language).toBe("en-US");
    expect([findTextInLanguage(reminder, "DE")?.language, findTextInLanguage(reminder, "de-de")?.language]).toEqual([
      "de-DE",
      "de-DE",
    ]);
    expect(findTextInLanguage(reminder, "ja")).toBeUndefined();
  });
});

describe.each(texts)("$name", ({ template: each, text }) => {
  it("is a definition that can take calls", () => {
    expect(checkDefinition(buildDefinition(text.outline, uuidsOf(each)))).toEqual([]);
  });

  it("asks for every variable that it names, and for no other", () => {
    const known = text.variables.map(({ key }) => key);
    const inTools = each.tools.flatMap(({ definition }) => placeholders(JSON.stringify(definition)));
    const inDocuments = text.documents.flatMap((document) => placeholders(document.text));
    const named = new Set([...listVariables(buildDefinition(text.outline, uuidsOf(each))), ...inTools, ...inDocuments]);
    for (const edge of edgesOf(text.outline)) for (const one of placeholders(edge.condition)) named.add(one);
    expect([...named].filter((one) => !GIVEN.includes(one)).sort()).toEqual([...known].sort());
  });

  it("shows every edge in its conversations", () => {
    const shown = new Set(text.conversations.flatMap(({ turns }) => turns.flatMap(({ takes }) => takes)));
    const known = edgesOf(text.outline).map(({ id }) => id);
    expect([...shown].filter((id) => !known.includes(id))).toEqual([]);
    expect(known.filter((id) => !shown.has(id))).toEqual([]);
  });
});

const placeholders = (words: string) => [...words.matchAll(/\{\{([^{}]+)\}\}/g)].map((match) => match[1] ?? "");
const edgesOf = ({ start, steps }: Outline) => [start, ...Object.values(steps)].flatMap(({ to }) => to);
