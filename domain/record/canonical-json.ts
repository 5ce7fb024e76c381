/** Writes a value of JSON in the one form that it has by RFC 8785: members in the order of UTF-16, no spaces. */
export const writeCanonicalJson = (value: unknown): string => {
  if (value === undefined) throw new TypeError("undefined is no value of JSON");
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeCanonicalJson(item)).join(",")}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${writeCanonicalJson(member)}`);
  return `{${members.join(",")}}`;
};
