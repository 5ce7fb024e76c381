import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { OWN_RULE_VARIABLES } from "../../../domain/rule-pack/own-rule.ts";
import { nameOfPack } from "../../../domain/rule-pack/rule-pack.ts";
import { listRulePacks, type ShippedPack } from "../../../infra/rule-pack/rule-packs.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- guides/rules`.
const FILE = "docs/integrators/rules.md";

const linked = (source: string): string => (/^https?:\S+$/.test(source) ? `<${source}>` : source);

const describePack = (pack: ShippedPack): string =>
  [
    `### \`${nameOfPack(pack)}\`: ${pack.name.en}`,
    "",
    pack.about.en,
    "",
    "| Rule | What it says | By what | Read | On |",
    "|---|---|---|---|---|",
    ...pack.rules.map(
      ({ id, kind, says, paragraph, source, checked, standing }) =>
        `| \`${pack.id}/${id}\` (\`${kind}\`) | ${says.en} | ${paragraph}; ${linked(source)} | ${checked ?? "not yet"} | ${standing === "sourced" ? "with the pack" : "to be confirmed by counsel"} |`,
    ),
  ].join("\n");

const variables = (): string =>
  [
    "| Variable | What it is |",
    "|---|---|",
    ...Object.entries(OWN_RULE_VARIABLES).map(([name, { type, says }]) => `| \`${name}\` (${type}) | ${says} |`),
  ].join("\n");

it("the guide says what each pack says", () => {
  const written = readFileSync(FILE, "utf8");
  const parts = { variables: variables(), packs: listRulePacks().map(describePack).join("\n\n") };
  const expected = Object.entries(parts).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`<!-- ${name} -->[\\s\\S]*<!-- /${name} -->`),
        () => `<!-- ${name} -->\n\n${part}\n\n<!-- /${name} -->`,
      ),
    written,
  );
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, expected);
  expect(process.env["UPDATE_GUIDES"] ? expected : written).toBe(expected);
});
