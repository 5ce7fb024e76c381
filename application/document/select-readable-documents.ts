import { isUuid } from "../../domain/json/uuid.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";

/** An agent as a reader. `agentId` null: it does not exist yet; `channelId` undefined: the channel that it is in. */
export interface ReadingAgent {
  agentId: number | null;
  channelId: number | null | undefined;
}

/**
 * Selects the documents that an agent reads, by the rule `isReadBy`. The rows alone decide, so that a change of a document's readers takes effect at once for every version.
 */
export const selectReadableDocuments = (
  tx: OrganizationTransaction,
  { agentId, channelId }: ReadingAgent,
  named: readonly string[],
) =>
  tx
    .selectFrom("documents as seen")
    .where("seen.deleted_at", "is", null)
    .where((document) =>
      document.or([
        document("seen.scope", "=", "org"),
        ...(channelId === null
          ? []
          : [
              document.and([
                document("seen.scope", "=", "channel"),
                document(
                  "seen.folder_id",
                  "=",
                  channelId ??
                    document.selectFrom("agents").select("agents.folder_id").where("agents.id", "=", agentId),
                ),
              ]),
            ]),
        ...(agentId === null
          ? []
          : [document.and([document("seen.scope", "=", "agent"), document("seen.agent_id", "=", agentId)])]),
        ...(named.length === 0
          ? []
          : [
              document.and([
                document("seen.scope", "=", "library"),
                document("seen.document_uuid", "in", listUuids(named)),
              ]),
            ]),
      ]),
    );

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Never empty, because `in ()` is not SQL. */
export const listUuids = (texts: readonly string[]): string[] => {
  const uuids = texts.filter((text) => isUuid(text)).map((text) => text.toLowerCase());
  return uuids.length > 0 ? uuids : [NOBODY];
};
