import { type Embedder, NO_EMBEDDING_MODEL } from "../../infra/models/embedder.ts";
import { openEmbedder } from "../../infra/models/open-embedder.ts";
import { countEmbedded, passagesToEmbed, writeVectors } from "../../infra/postgres/knowledge/passage.repository.ts";
import { readModelChoice } from "../../infra/postgres/model/model-configuration.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { type DocumentDependencies, permanent, runStep, type Step } from "./step.ts";

const PASSAGES_AT_ONCE = 64;

/** A vector for each passage that has none of the organization's model, batch by batch; what is written is not asked for again. */
export const embedPassages = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "embed" }, (step) => makeVectors(deps, step));

export const makeVectors = async (
  deps: DocumentDependencies,
  { address, version, reached, signal }: Step,
): Promise<void> => {
  const { organizationId } = address;
  const embedder = await embedderOf(deps, organizationId);
  const model = embedder.name;
  const limit = Math.min(PASSAGES_AT_ONCE, embedder.batchSize);
  let done = await deps.database.inOrganization(organizationId, (tx) => countEmbedded(tx, version.id, model));
  for (let from = 0; ; ) {
    const page = { model, from, limit };
    const passages = await deps.database.inOrganization(organizationId, (tx) => passagesToEmbed(tx, version.id, page));
    const last = passages.at(-1);
    if (!last && from === 0) return;
    from = last ? last.chunk_index + 1 : 0;
    if (!last) continue;
    const texts = passages.map(({ context, text }) => (context === "" ? text : `${context}\n${text}`));
    const vectors = await embedder.embed(texts, { signal });
    const made = passages.flatMap(({ id }, at) => (vectors[at] ? [{ id, vector: vectors[at] }] : []));
    await deps.database.inOrganization(organizationId, (tx) => writeVectors(tx, model, made));
    done += made.length;
    await reached(done, version.chunk_count);
  }
};

/** Of the organization's configuration. Fails for good where it has none. */
export const embedderOf = async (
  { database, secrets, outbound }: DocumentDependencies,
  organizationId: number,
): Promise<Embedder> => {
  const choice = await database.inOrganization(organizationId, (tx) =>
    readModelChoice(tx, { organizationId, part: "embeddings", secrets }),
  );
  const embedder = openEmbedder(choice, outbound);
  if (!embedder) throw permanent(NO_EMBEDDING_MODEL);
  return embedder;
};
