import { expect, it } from "@jest/globals";
import { templates } from "../../../domain/template/template-catalogue.ts";
import { listHireNeeds } from "../../../domain/template/hire-needs.ts";

const NEEDS = templates.flatMap((template) => template.texts.map((text) => ({ id: template.id, template, text })));
const kindsOf = (need: (typeof NEEDS)[number], at: Parameters<typeof listHireNeeds>[1]) =>
  listHireNeeds(need, at).map(({ kind }) => kind);

it.each(NEEDS)("$id lacks a credential for each tool that asks for one, and a model for its documents", (need) => {
  const asking = need.template.tools.filter(({ credential }) => credential);
  const credentials = asking.map(() => "credential");
  expect(kindsOf(need, { hasEmbeddings: true, served: [] })).toEqual(credentials);
  const reads = need.text.documents.length > 0;
  expect(kindsOf(need, { hasEmbeddings: false, served: [] })).toEqual([
    ...credentials,
    ...(reads ? ["embeddings"] : []),
  ]);
  expect(kindsOf(need, { hasEmbeddings: true, served: asking.map(({ key }) => key) })).toEqual([]);
});
