import { readEmbeddings } from "../../application/model/model-choice.ts";
import type { DocumentPart } from "../../domain/document/blocks.ts";
import { cutIntoPassages } from "../../domain/document/cut-passages.ts";
import { openBuiltInEmbedder, openEmbedder } from "../../infra/models/open-embedder.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { DocumentVersion } from "../../infra/postgres/document/document-version.entity.ts";
import { writePassages } from "../../infra/postgres/document/passage.repository.ts";
import { isOverPassageLimit } from "../../infra/postgres/document/usage.repository.ts";
import { readParts } from "../../infra/postgres/document/version.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { createPermanentFailure, type DocumentDependencies, PARTS_AT_ONCE, runStep } from "./step.ts";

const OVER_LIMIT =
  "The document has more passages than your plan still allows: delete others, or have its limit raised.";

/** Cuts what the extraction has left uncut, some parts in a transaction, from the last cut part on. */
export const cutPassages = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "chunk" }, async ({ version, reached }) => {
    let first = version.chunked_parts;
    while (first < version.part_count) {
      first = await deps.database.inOrganization(address.organizationId, async (tx) => {
        const read = await readParts(tx, version.id, { from: first, limit: PARTS_AT_ONCE });
        if (read.length === 0) throw new Error("the text of a version is gone while it is cut");
        return cutParts(tx, deps, { version, first, parts: read.map(({ part }) => part) });
      });
      await reached(first, version.part_count);
    }
  });

/**
 * Cuts consecutive parts into passages and stores these; returns how many parts are cut then. Fails permanently where
 * the plan allows no more.
 */
export const cutParts = async (
  tx: OrganizationTransaction,
  deps: DocumentDependencies,
  { version, first, parts }: { version: DocumentVersion; first: number; parts: readonly DocumentPart[] },
): Promise<number> => {
  const model = await findBuiltInModel(tx, deps, version.organization_id);
  const cut = await writePassages(tx, version, { first, passages: parts.map(cutIntoPassages), model });
  if (await isOverPassageLimit(tx, version)) throw createPermanentFailure(OVER_LIMIT);
  return cut;
};

/** Passages of a built-in model need no other step, so their rows are written once. */
const findBuiltInModel = async (
  tx: OrganizationTransaction,
  { secrets, guardedRequests, defaultEmbeddings }: DocumentDependencies,
  organizationId: number,
): Promise<string | null> => {
  const choice = await readEmbeddings(tx, { organizationId, secrets, defaultEmbeddings });
  const name = openEmbedder(choice, guardedRequests)?.name ?? "";
  return openBuiltInEmbedder(name)?.name ?? null;
};
