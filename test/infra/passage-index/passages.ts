import { EMBEDDING_DIMENSIONS } from "../../../domain/model/embedder.ts";
import type { Edition, Passage, PassageFilter } from "../../../infra/passage-index/passage-index.ts";

export const everything: PassageFilter = { scopes: null, namedDocumentUuids: [], documentUuids: null };

/** Returns a vector that points between axes: `{ 0: 1 }` is the first axis. */
export const vectorOf = (parts: Record<number, number>): Float32Array => {
  const vector = new Float32Array(EMBEDDING_DIMENSIONS);
  for (const [axis, value] of Object.entries(parts)) vector[Number(axis)] = value;
  return vector;
};

export const MODEL = "test/model";

export const editionOf = (overrides: Partial<Edition> = {}): Edition => ({
  documentUuid: "doc-1",
  version: 1,
  model: MODEL,
  ...overrides,
});

/** Its id names document, version and chunk, unless it is given. */
export const passageOf = (overrides: Partial<Passage> = {}): Passage => {
  const edition = editionOf(overrides);
  const ordinal = overrides.ordinal ?? 0;
  return {
    ...edition,
    id: `${edition.documentUuid}:${edition.version}:${String(ordinal).padStart(6, "0")}`,
    ordinal,
    text: "The office opens at nine.",
    context: "",
    scope: { kind: "org" },
    vector: vectorOf({ 0: 1 }),
    ...overrides,
  };
};
