import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { campaignWarning } from "../../api/campaigns/forecast.schemas.ts";
import { presentCarrier } from "../../api/telephony/telephony.presenter.ts";
import { connectors } from "../../domain/connector/connector-catalogue.ts";
import { listBadges } from "../../domain/template/pack.ts";
import { listFirstPartyPacks } from "../../domain/template/packs.ts";
import type { TemplateText } from "../../domain/template/template.ts";
import { templates } from "../../domain/template/template-catalogue.ts";
import { createCarrierRegistry } from "../../infra/telephony/carrier-registry.ts";

const carriers = createCarrierRegistry({ simulator: { baseUrl: "http://127.0.0.1:9", signingKey: "unused" } });

const saidOfCarriers = carriers
  .descriptions()
  .map(({ provider }) => presentCarrier(carriers.get(provider)))
  .flatMap(({ display_name, fields, texts_by_hand: byHand }) => [
    display_name,
    ...(byHand === null ? [] : [byHand]),
    ...fields.flatMap(({ label, description }) => [label, ...(description === null ? [] : [description])]),
  ]);

const saidOfApps = connectors.flatMap(({ description, actions }) => [
  description,
  ...actions.map(({ name }) => name.replaceAll("_", " ")),
]);

const saidOfPacks = listFirstPartyPacks({}).flatMap((pack) => [
  pack.name,
  pack.summary,
  pack.job,
  ...listBadges(pack),
  ...pack.industries,
  ...pack.steps,
  ...pack.complianceNotes,
]);

/** The form asks in the language in which the agent speaks, where that is German. */
const questionsOf = (texts: readonly TemplateText[]): string[] =>
  texts.some(({ language }) => language.startsWith("de"))
    ? []
    : texts.slice(0, 1).flatMap(({ variables }) => variables.map(({ question }) => question));

const saidOfAgents = templates.flatMap(({ texts, tools }) => [
  ...texts.slice(0, 1).flatMap(({ name, summary }) => [name, summary]),
  ...questionsOf(texts),
  ...tools.flatMap(({ name, description, credential }) => [
    name,
    description,
    ...(credential ? [credential.name, credential.why] : []),
  ]),
]);

/** The catalogue's own words; nobody imports the console. */
const readGerman = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../../console/words/de", file), "utf8");

const namedIn = (file: string): string[] =>
  [...readGerman(file).matchAll(/^ {2}(?:"([^"]+)"|(\w+)):/gm)].map(([, quoted, word = ""]) => quoted ?? word);

describe("what the API says in English has German words in the console, and nothing else has", () => {
  it("texts of carriers, apps, packs and their agents have German words", () => {
    const said = new Set([...saidOfCarriers, ...saidOfApps, ...saidOfPacks, ...saidOfAgents]);
    expect([...namedIn("offers.ts"), ...namedIn("packs.ts")].toSorted()).toEqual([...said].toSorted());
  });

  it("warnings before a campaign dials have German words", () => {
    const [, warnings = ""] = /^ {2}warnings: \{\n(.*?)^ {2}\},/ms.exec(readGerman("campaigns.ts")) ?? [];
    const codes = [...warnings.matchAll(/^ {4}(\w+_\w+):/gm)].map(([, code]) => code);
    expect(codes.toSorted()).toEqual(campaignWarning.shape.code.options.toSorted());
  });
});
