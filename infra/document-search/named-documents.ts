import type { OrganizationTransaction } from "../postgres/database.ts";
import type { RetrievalMode } from "../postgres/knowledge/document.entity.ts";

/** A document that can be read now. */
export interface NamedDocument {
  uuid: string;
  filename: string;
  retrievalMode: RetrievalMode;
  /** What readers get of it. */
  versionId: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The readable ones of these, each once and in this order; an upload of known content is the document that was there. */
export const findNamedDocuments = async (
  tx: OrganizationTransaction,
  uuids: readonly string[],
): Promise<NamedDocument[]> => {
  const asked = uuids.filter((uuid) => UUID.test(uuid)).map((uuid) => uuid.toLowerCase());
  if (asked.length === 0) return [];
  const rows = await tx
    .selectFrom("documents as named")
    .innerJoin("documents as d", (join) =>
      join.on((on) => on("d.id", "=", on.fn.coalesce("named.duplicate_of", "named.id"))),
    )
    .innerJoin("document_versions as v", (join) =>
      join.onRef("v.document_id", "=", "d.id").onRef("v.version", "=", "d.current_version"),
    )
    .select(["named.document_uuid as asked", "d.document_uuid as uuid", "d.filename", "d.retrieval_mode"])
    .select("v.id as version_id")
    .where("named.document_uuid", "in", asked)
    .where("named.deleted_at", "is", null)
    .where("d.deleted_at", "is", null)
    .execute();
  const inOrder = rows.sort((one, other) => asked.indexOf(one.asked) - asked.indexOf(other.asked));
  const byUuid = new Map(
    inOrder.map(({ uuid, filename, retrieval_mode: retrievalMode, version_id: versionId }) => [
      uuid,
      { uuid, filename, retrievalMode, versionId },
    ]),
  );
  return [...byUuid.values()];
};
