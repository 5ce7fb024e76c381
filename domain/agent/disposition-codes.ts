import { NAME_LENGTH } from "./node-properties.ts";

/** How many dispositions an agent chooses from, and how long each is. */
export const DISPOSITION_LIMITS = { codes: 100, characters: NAME_LENGTH } as const;

/** Reads the dispositions of an agent as they are stored: `{"disposition_codes": ["interested", …]}`. */
export const readDispositions = (codes: Record<string, unknown> | null): string[] => {
  const lists = Object.values(codes ?? {}).filter(Array.isArray);
  return lists.flat().filter((code): code is string => typeof code === "string" && code !== "");
};

export const writeDispositions = (codes: readonly string[]) => ({ disposition_codes: [...codes] });

/** Returns the disposition that an agent concluded; null: it is none of its own. An agent without a list has none to choose. */
export const chooseDisposition = (concluded: unknown, codes: readonly string[]): string | null =>
  codes.find((code) => code === concluded) ?? null;
