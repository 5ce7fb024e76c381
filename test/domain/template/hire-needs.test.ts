import { expect, it } from "@jest/globals";
import { listHireNeeds } from "../../../domain/template/hire-needs.ts";
import { templates } from "../../../domain/template/template-catalogue.ts";

const NEEDS = templates.flatMap((template) => template.texts.map((text) => ({ id: template.id, template, text })));
const kindsOf = (need: (typeof NEEDS)[number], at: Parameters<typeof listHireNeeds>[1]) =>
  listHireNeeds(need, at).map(({ kind }) => kind);

const NOTHING = { hasEmbeddings: true, hasLanguageModel: true, served: [], appTools: [] };

it.each(NEEDS)("$id lacks a credential for each tool that asks for one, and models", (need) => {
  const asking = need.template.tools.filter(({ credential }) => credential);
  const credentials = asking.map(() => "credential");
  expect(kindsOf(need, NOTHING)).toEqual(credentials);
  const reads = need.text.documents.length > 0;
  expect(kindsOf(need, { ...NOTHING, hasEmbeddings: false })).toEqual([
    ...credentials,
    ...(reads ? ["embeddings"] : []),
  ]);
  expect(kindsOf(need, { ...NOTHING, hasLanguageModel: false })).toEqual([...credentials, "language_model"]);
  expect(kindsOf(need, { ...NOTHING, served: asking.map(({ key }) => key) })).toEqual([]);
});

it("an app that nobody is signed in to is one need, however many tools work with it", () => {
  const appTools = [
    { name: "Find a contact", app: "hubspot", isSignedIn: false },
    { name: "Note a call", app: "hubspot", isSignedIn: false },
    { name: "Book", app: "google-calendar", isSignedIn: true },
  ];
  expect(listHireNeeds({ template: { tools: [] }, text: { documents: [] } }, { ...NOTHING, appTools })).toEqual([
    { kind: "connector", name: "hubspot", detail: expect.stringContaining("its tools Find a contact, Note a call:") },
  ]);
});
