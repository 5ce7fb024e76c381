/**
 * Writes an element of a carrier's document; its content is markup, so text in it must be escaped with `escapeXml`
 * first.
 */
export const writeElement = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content = "",
): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return content === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${content}</${name}>`;
};

/** Writes the whole document that answers a request for instructions. */
export const writeResponseDocument = (elements: readonly string[]): { contentType: string; body: string } => ({
  contentType: "text/xml",
  body: `<?xml version="1.0" encoding="UTF-8"?><Response>${elements.join("")}</Response>`,
});

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text and drops the control characters that XML forbids, for which a carrier would hang up. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
