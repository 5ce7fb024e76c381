const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a value may not hold.
const FORBIDDEN_IN_VALUE = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;
const LONGEST_HEADER = 8192;
/** Headers that frame or route a request: only the platform sets them. */
const OURS = new Set([
  "host",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "accept-encoding",
]);

/** Returns why a header cannot be sent; null: it can. */
export const findHeaderFault = (name: string, value: string): string | null => {
  if (!HEADER_NAME.test(name)) return `${JSON.stringify(name)} is not the name of a header`;
  const lowerCase = name.toLowerCase();
  if (OURS.has(lowerCase) || lowerCase.startsWith("proxy-")) return `The header ${name} is set by Ringdown itself`;
  if (value.length > LONGEST_HEADER) return `The header ${name} is longer than ${LONGEST_HEADER} characters`;
  if (FORBIDDEN_IN_VALUE.test(value)) return `The header ${name} holds a character that no header may hold`;
  return null;
};
