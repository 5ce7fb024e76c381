/** Elements whose text is no text of the document, or was deleted from it. */
const UNREAD = new Set([
  "script", "style", "noscript", "template", "svg", "iframe", "object", "select", "del", "s", "strike",
]); // biome-ignore format: a list of words
const UNSEEN_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|text-decoration[a-z-]*\s*:[^;]*line-through|(?:opacity|font-size)\s*:\s*0*\.?0+(?:px|pt|r?em|%)?\s*(?:[;!]|$))/i;

/**
 * Tells whether a reader of the page does not get the text of an element, or gets it as no longer valid. `aria-hidden` is
 * for what a person who hears the page is not told, and a caller only hears.
 */
export const isUnread = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  UNREAD.has(name) ||
  "hidden" in attributes ||
  (name === "dialog" && !("open" in attributes)) ||
  attributes["aria-hidden"]?.trim().toLowerCase() === "true" ||
  UNSEEN_STYLE.test(attributes["style"] ?? "");
