import { cutIntoPassages } from "../../domain/document/cut-passages.ts";
import { writePassages } from "../../infra/postgres/document/passage.repository.ts";
import { isOverPassageLimit } from "../../infra/postgres/document/usage.repository.ts";
import { readParts } from "../../infra/postgres/document/version.repository.ts";
import type { VersionAddress } from "../../workflows/document-processing/document-processing.ports.ts";
import { type DocumentDependencies, failPermanently, runStep } from "./step.ts";

const PARTS_AT_ONCE = 20;
const OVER_LIMIT =
  "The document has more passages than your plan still allows: delete others, or have its limit raised.";

/** Cuts parts into passages, some parts in a transaction, from the last cut part on. */
export const cutPassages = (deps: DocumentDependencies, address: VersionAddress): Promise<void> =>
  runStep(deps, { address, step: "chunk" }, async ({ version, reached }) => {
    const { organizationId } = address;
    for (let from = version.chunked_parts; from < version.part_count; from += PARTS_AT_ONCE) {
      const isOver = await deps.database.inOrganization(organizationId, async (tx) => {
        const parts = await readParts(tx, version.id, { from, limit: PARTS_AT_ONCE });
        for (const { ordinal, part } of parts) {
          await writePassages(tx, version, { part: ordinal, passages: cutIntoPassages(part) });
        }
        return isOverPassageLimit(tx, version);
      });
      await reached(Math.min(from + PARTS_AT_ONCE, version.part_count), version.part_count);
      if (isOver) throw failPermanently(OVER_LIMIT);
    }
  });
