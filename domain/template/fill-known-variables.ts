const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;

/** Fills the known variables of a text; the others are left for calls to fill. */
export const fillKnownVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );

/** Fills the known variables of every text within a value. */
export const fillAllKnownVariables = (value: unknown, variables: Readonly<Record<string, string>>): unknown => {
  if (typeof value === "string") return fillKnownVariables(value, variables);
  if (Array.isArray(value)) return value.map((each) => fillAllKnownVariables(each, variables));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, fillAllKnownVariables(each, variables)]),
  );
};
