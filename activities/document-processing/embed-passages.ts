import { readEmbeddings } from "../../application/model/model-choice.ts";
import { buildSearchableText } from "../../domain/document/searchable-text.ts";
import { NO_EMBEDDING_MODEL } from "../../domain/model/embedder.ts";
import { openBuiltInEmbedder, openEmbedder } from "../../infra/models/open-embedder.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  countEmbedded,
  listPassagesToEmbed,
  markPassages,
  writeVectors,
} from "../../infra/postgres/document/passage.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { createPermanentFailure, type DocumentDependencies, runStep, type Step } from "./step.ts";

const PASSAGES_AT_ONCE = 64;
const MARKED_AT_ONCE = 1000;

/**
 * Computes a vector for each passage that has none of the organization's model, batch by batch; stored vectors are not
 * requested again. For a built-in model the passages are only marked: the index gets vectors that are made then.
 */
export const embedPassages = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "embed" }, (step) => createVectors(deps, step));

export const createVectors = async (
  deps: DocumentDependencies,
  { address: { organizationId }, version, reached, signal }: Step,
): Promise<void> => {
  let position: Position = { model: null, from: 0, done: 0 };
  for (;;) {
    const { embedder, from, done, marked, passages } = await deps.database.inOrganization(organizationId, (tx) =>
      nextBatch(tx, { ...deps, organizationId, versionId: version.id, position }),
    );
    const last = passages.at(-1);
    if (!last && marked === 0 && from === 0) return;
    position = { model: embedder.name, from: last ? last.chunk_index + 1 : 0, done: done + marked + passages.length };
    if (marked > 0) await reached(position.done, version.chunk_count);
    if (!last) continue;
    const vectors = await embedder.embed(passages.map(buildSearchableText), { signal });
    const made = passages.flatMap(({ id }, at) => (vectors[at] ? [{ id, vector: vectors[at] }] : []));
    await deps.database.inOrganization(organizationId, (tx) => writeVectors(tx, embedder.name, made));
    await reached(position.done, version.chunk_count);
  }
};

interface Position {
  /** The model of the vectors; null: not known yet. */
  model: string | null;
  /** The first passage that is not done. */
  from: number;
  /** How many passages have a vector of the model. */
  done: number;
}

/**
 * Returns the next batch for the model that is configured now, so that a change during a long document costs no more
 * requests to the former one. Fails permanently where there is no model.
 */
const nextBatch = async (
  tx: OrganizationTransaction,
  {
    organizationId,
    secrets,
    guardedRequests,
    defaultEmbeddings,
    versionId,
    position,
  }: Pick<DocumentDependencies, "secrets" | "guardedRequests" | "defaultEmbeddings"> & {
    organizationId: number;
    versionId: number;
    position: Position;
  },
) => {
  const choice = await readEmbeddings(tx, { organizationId, secrets, defaultEmbeddings });
  const embedder = openEmbedder(choice, guardedRequests);
  if (!embedder) throw createPermanentFailure(NO_EMBEDDING_MODEL);
  const model = embedder.name;
  const isSame = model === position.model;
  const from = isSame ? position.from : 0;
  const done = isSame ? position.done : await countEmbedded(tx, versionId, model);
  if (openBuiltInEmbedder(model)) {
    const marked = await markPassages(tx, versionId, { model, limit: MARKED_AT_ONCE });
    return { embedder, from: 0, done, marked, passages: [] };
  }
  const limit = Math.min(PASSAGES_AT_ONCE, embedder.batchSize);
  const passages = await listPassagesToEmbed(tx, versionId, { model, from, limit });
  return { embedder, from, done, marked: 0, passages };
};
