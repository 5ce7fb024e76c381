/** An entry of the record, as its line says it. */
export interface Entry {
  /** Its place in the file, from 0. */
  at: number;
  index: number;
  kind: string;
  atMs: number;
  person: string | null;
  facts: Facts;
}

export type Facts = Readonly<Record<string, unknown>>;

/** Reads a line; null: it is no entry. */
export const readEntry = (line: string, at: number): Entry | null => {
  const value = parse(line);
  if (!isRecord(value) || !isRecord(value["facts"])) return null;
  const { index, kind, at: time, person, facts } = value;
  const atMs = Date.parse(String(time));
  if (typeof index !== "number" || typeof kind !== "string" || Number.isNaN(atMs)) return null;
  return { at, index, kind, atMs, person: typeof person === "string" ? person : null, facts };
};

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

export const isRecord = (value: unknown): value is Facts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (facts: Facts, name: string): string | null => {
  const value = facts[name];
  return typeof value === "string" ? value : null;
};

export const numberOf = (facts: Facts, name: string): number | null => {
  const value = facts[name];
  return typeof value === "number" ? value : null;
};

/** When the attempt of an entry was admitted: what admission decided by. */
export const admittedMs = ({ facts, atMs }: Entry): number => {
  const at = Date.parse(textOf(facts, "admitted_at") ?? "");
  return Number.isNaN(at) ? atMs : at;
};
