import { readLanguageTag } from "./language-tag.ts";

/**
 * Libraries, such as the one that draws charts, hand the browser's language to formatters as it is, and a language that those do
 * not take ends the page. It is repaired before any of them is loaded.
 */
const given = navigator.language;
const language = readLanguageTag(given);
if (language !== given) {
  Object.defineProperty(navigator, "language", { configurable: true, get: () => language });
  Object.defineProperty(navigator, "languages", { configurable: true, get: () => [language] });
}
