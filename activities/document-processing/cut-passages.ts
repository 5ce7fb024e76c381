import { cutIntoPassages } from "../../domain/document/cut-passages.ts";
import { openBuiltInEmbedder, openEmbedder } from "../../infra/models/open-embedder.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { writePassages } from "../../infra/postgres/document/passage.repository.ts";
import { isOverPassageLimit } from "../../infra/postgres/document/usage.repository.ts";
import { readParts } from "../../infra/postgres/document/version.repository.ts";
import { readModelChoice } from "../../infra/postgres/model/model-configuration.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { type DocumentDependencies, failPermanently, runStep } from "./step.ts";

const PARTS_AT_ONCE = 20;
const OVER_LIMIT =
  "The document has more passages than your plan still allows: delete others, or have its limit raised.";

/** Cuts parts into passages, some parts in a transaction, from the last cut part on. */
export const cutPassages = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "chunk" }, async ({ version, reached }) => {
    const { organizationId } = address;
    let first = version.chunked_parts;
    while (first < version.part_count) {
      const { done, isOver } = await deps.database.inOrganization(organizationId, async (tx) => {
        const parts = await readParts(tx, version.id, { from: first, limit: PARTS_AT_ONCE });
        if (parts.length === 0) throw new Error("the text of a version is gone while it is cut");
        const passages = parts.map(({ part }) => cutIntoPassages(part));
        const model = await findBuiltInModel(tx, deps, organizationId);
        const cut = await writePassages(tx, version, { first, passages, model });
        return { done: cut, isOver: await isOverPassageLimit(tx, version) };
      });
      first = done;
      await reached(done, version.part_count);
      if (isOver) throw failPermanently(OVER_LIMIT);
    }
  });

/** Passages of a built-in model need no other step: their rows are written once. */
const findBuiltInModel = async (
  tx: OrganizationTransaction,
  { secrets, guardedRequests }: DocumentDependencies,
  organizationId: number,
): Promise<string | null> => {
  const choice = await readModelChoice(tx, { organizationId, part: "embeddings", secrets });
  const name = openEmbedder(choice, guardedRequests)?.name ?? "";
  return openBuiltInEmbedder(name)?.name ?? null;
};
