/** Reads the dispositions from an agent's row: `{"disposition_codes": ["interested", …]}`. */
export const readDispositions = (codes: Record<string, unknown> | null): string[] => {
  const lists = Object.values(codes ?? {}).filter(Array.isArray);
  return lists.flat().filter((code): code is string => typeof code === "string" && code !== "");
};
