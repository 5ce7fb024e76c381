/** The fields of an event or of a decision, as the API keeps them with its sentence. */
export type Fields = Readonly<Record<string, unknown>>;

export const readField = (fields: Fields, name: string): string | undefined => {
  const value = fields[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

export const readNumberField = (fields: Fields, name: string): number | undefined => {
  const value = fields[name];
  return typeof value === "number" ? value : undefined;
};

/** Returns what a sentence quotes behind its first colon, such as the question that it is about. */
export const findQuoted = (sentence: string): string | undefined => {
  const at = sentence.indexOf(": ");
  return at < 0 ? undefined : sentence.slice(at + 2);
};
