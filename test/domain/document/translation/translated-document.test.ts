import { expect, it } from "@jest/globals";
import { nameTranslation, TARGET_LANGUAGE } from "../../../../domain/document/translation/translated-document.ts";

it.each([
  ["prices.pdf", undefined, "prices (de).md"],
  ["prices.2026.xlsx", undefined, "prices.2026 (de).md"],
  ["prices", undefined, "prices (de).md"],
  [".env", undefined, ".env (de).md"],
  ["prices.pdf", "Preise.txt", "Preise.md"],
  [`${"a".repeat(300)}.pdf`, undefined, `${"a".repeat(180)} (de).md`],
])("the translation of %s that is asked for as %s is named %s", (source, filename, named) => {
  expect(nameTranslation(source, { filename, targetLanguage: "de" })).toBe(named);
});

it("a language is a tag or a name", () => {
  for (const language of ["de", "pt-BR", "German", "हिन्दी"]) expect(language).toMatch(TARGET_LANGUAGE);
  for (const language of ["../de", "de.md", "-de", " de", "d/e"]) expect(language).not.toMatch(TARGET_LANGUAGE);
});
