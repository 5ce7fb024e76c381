import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { nodeCatalogue } from "../../domain/agent/node-catalogue.ts";
import type { PropertySpecification } from "../../domain/agent/node-specification.ts";

const namesOf = (properties: readonly PropertySpecification[], inside = ""): string[] =>
  properties.flatMap(({ name, properties: parts = [] }) => [
    `${inside}${name}`,
    ...namesOf(parts, `${inside}${name}.`),
  ]);

/** What the catalogue has words for; nobody imports the console. */
const namedInGerman = (): string[] => {
  const catalogue = readFileSync(join(import.meta.dirname, "../../console/words/de/steps.ts"), "utf8");
  return [...catalogue.matchAll(/^ {4}"?([\w.]+)"?: \{/gm)].map(([, name = ""]) => name);
};

it("names every kind of step and each of its fields in German, and no others", () => {
  const kinds = nodeCatalogue.map(({ name }) => name);
  const fields = nodeCatalogue.flatMap(({ properties }) => namesOf(properties));
  expect(namedInGerman().toSorted()).toEqual([...new Set([...kinds, ...fields])].toSorted());
});
