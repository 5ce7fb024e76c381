import type { ListedRequest } from "../api/routes.ts";

export interface ChangedPart {
  id: string;
  name: string;
  change: "added" | "removed" | "changed";
  fields: { field: string; before: string; after: string }[];
}

/** Returns the differences by step and connection; the API sends them as free JSON. */
export const listChangedParts = ({ subject }: ListedRequest): ChangedPart[] => {
  const { diff } = subject;
  if (!isRecord(diff)) return [];
  return [diff["nodes"], diff["edges"]].flatMap((parts) => listOf(parts).map(partOf));
};

const partOf = (part: Record<string, unknown>): ChangedPart => ({
  id: textOf(part["id"]),
  name: textOf(part["name"]) || textOf(part["id"]),
  change: part["change"] === "added" || part["change"] === "removed" ? part["change"] : "changed",
  fields: listOf(part["fields"]).map(({ field, before, after }) => ({
    field: textOf(field),
    before: textOf(before),
    after: textOf(after),
  })),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
