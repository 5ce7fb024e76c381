/** Writes values as one type. */
export const literalOf = (values: readonly unknown[]): string => {
  const known = values.filter((value) => value !== null && typeof value !== "object" && !isFraction(value));
  const types = known.length > 0 ? [`Literal[${known.map(valueOf).join(", ")}]`] : [];
  return unionOf([...types, ...(values.some(isFraction) ? ["float"] : []), ...(values.includes(null) ? ["None"] : [])]);
};

/** Python has no literal types of them. */
const isFraction = (value: unknown): boolean => typeof value === "number" && !Number.isInteger(value);

const valueOf = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
};

/** Joins types, without repetition. */
export const unionOf = (types: readonly string[]): string => {
  const different = [...new Set(types.flatMap((type) => type.split(" | ")))];
  if (different.length === 0 || different.includes("Any")) return "Any";
  // None stands last, as people write it.
  return [...different.filter((type) => type !== "None"), ...different.filter((type) => type === "None")].join(" | ");
};

const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);

/** Tells whether a name is a word of the language. */
export const isKeyword = (name: string): boolean => KEYWORDS.has(name);
export const isPythonName = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !isKeyword(name);

/** The sentences for readers of the client; nothing where there is nothing to say. */
export const docstring = (sentences: readonly (string | null | undefined)[], indent: string): string[] => {
  const lines = sentences.flatMap((sentence) => sentence?.split("\n") ?? []).map(escape);
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`${indent}"""${lines.join("")}"""`];
  return [`${indent}"""${lines[0]}`, ...lines.slice(1).map((line) => `${indent}${line}`.trimEnd()), `${indent}"""`];
};

const escape = (text: string): string => {
  const safe = text.replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  return safe.endsWith('"') ? `${safe.slice(0, -1)}\\"` : safe;
};
