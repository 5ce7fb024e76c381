import { setImmediate as nextTurn } from "node:timers/promises";
import { buildSearchableText } from "../../domain/document/searchable-text.ts";
import { joinTerms, listTerms } from "../../domain/document/terms.ts";
import { openBuiltInEmbedder } from "../../infra/models/open-embedder.ts";
import type { Passage, PassageScope } from "../../infra/passage-index/passage-index.ts";
import type { Document } from "../../infra/postgres/document/document.entity.ts";
import type { DocumentPassage } from "../../infra/postgres/document/document-passage.entity.ts";
import { decodeVector, readPassages } from "../../infra/postgres/document/passage.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { type DocumentDependencies, runStep, type Step } from "./step.ts";

const PASSAGES_AT_ONCE = 200;
const MADE_AT_ONCE = 25;

/**
 * Writes passages into the index, from the last heartbeat on, unless their model has changed since; readers do not find
 * them until the switch.
 */
export const indexPassages = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "index" }, (step) => putPassages(deps, step));

export const putPassages = async (deps: DocumentDependencies, step: Step): Promise<void> => {
  const { organizationId } = step.address;
  let from = await findBeginning(deps, step);
  for (;;) {
    const page = { from, limit: PASSAGES_AT_ONCE };
    const rows = await deps.database.inOrganization(organizationId, (tx) => readPassages(tx, step.version.id, page));
    if (rows.length === 0) return;
    const passages: Passage[] = [];
    for (const [at, row] of rows.entries()) {
      // The process's other work continues between the vectors that are made here.
      if (at % MADE_AT_ONCE === 0) await nextTurn();
      passages.push({ ...passageOf(step, row), ...vectorOf(step, row) });
    }
    await deps.passageIndex.put(organizationId, passages);
    from += rows.length;
    await step.reached(from, step.version.chunk_count, passages.at(-1)?.model);
  }
};

/** An earlier try with another model has written into another edition of the index, which nobody will read. */
const findBeginning = async ({ database }: DocumentDependencies, step: Step): Promise<number> => {
  if (step.doneBefore === 0) return 0;
  const page = { from: 0, limit: 1 };
  const [first] = await database.inOrganization(step.address.organizationId, (tx) =>
    readPassages(tx, step.version.id, page),
  );
  return first?.embedding_model === step.modelBefore ? step.doneBefore : 0;
};

const passageOf = ({ document, version }: Step, row: DocumentPassage) => ({
  id: String(row.id),
  documentUuid: document.document_uuid,
  version: version.version,
  ordinal: row.chunk_index,
  text: row.text,
  context: row.context === "" ? document.filename : `${document.filename} › ${row.context}`,
  scope: scopeOf(document),
});

/** Returns the stored vector, or the one that a built-in model makes, with the terms that it is made of. */
const vectorOf = ({ document }: Step, row: DocumentPassage): Pick<Passage, "model" | "vector" | "terms"> => {
  const model = row.embedding_model;
  if (model !== null && row.embedding) return { model, vector: decodeVector(row.embedding) };
  const embedder = openBuiltInEmbedder(model ?? "");
  if (!embedder) throw new Error("a passage has no vector yet");
  const terms = listTerms(buildSearchableText(row));
  // The index puts the file's name before the terms.
  const indexed = joinTerms([...listTerms(document.filename), ...terms]);
  return { model: embedder.name, vector: embedder.embedTerms(terms), terms: indexed };
};

/** A document of a deleted channel or agent can be read only where it is named. */
const scopeOf = ({ scope, folder_id, agent_id }: Document): PassageScope => {
  if (scope === "channel" && folder_id !== null) return { kind: "channel", id: folder_id };
  if (scope === "agent" && agent_id !== null) return { kind: "agent", id: agent_id };
  return { kind: scope === "org" ? "org" : "library" };
};
