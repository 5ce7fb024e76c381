import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { loadConsoleModule } from "./console-module.ts";

const { readLanguageTag } = await loadConsoleModule<{ readLanguageTag(tag: string): string }>("words/language-tag.ts");

it.each([
  ["en-US@posix", "en-US"],
  ["C", "en"],
  ["", "en"],
  ["de-DE", "de-DE"],
  ["de_DE.UTF-8", "de"],
  ["zh-hant-tw", "zh-Hant-TW"],
])("the language %j of a browser is %j", (tag, language) => {
  expect(readLanguageTag(tag)).toBe(language);
});

it("formatters take the language tag that is made of any browser's", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,4}([-_@.][A-Za-z0-9]{1,9}){0,3}$/)), (tag) => {
      expect(() => new Intl.DateTimeFormat(readLanguageTag(tag), { hour: "numeric" })).not.toThrow();
    }),
  );
});
