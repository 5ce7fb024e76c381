/** An element of a document that carriers read; its content is markup, so text in it goes through `escapeXml` first. */
export const writeElement = (
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content = "",
): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return content === "" ? `<${name}${written.join("")}/>` : `<${name}${written.join("")}>${content}</${name}>`;
};

/** The whole document that answers a request for instructions. */
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

/** Also drops the control characters that XML forbids altogether: for one of them a carrier would hang up on the person. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
