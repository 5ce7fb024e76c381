import { forgetSpokenWords } from "../../application/conversation/spoken-words.ts";
import { deleteArtifactRow, listExpiredArtifacts } from "../../infra/postgres/artifact/artifact.repository.ts";
import {
  listExpiredConversations,
  listRunsOfWords,
  removeWords,
} from "../../infra/postgres/conversation/expired-words.repository.ts";
import { listExpiredMessages, removeMessages } from "../../infra/postgres/timeline/expired-messages.repository.ts";
import { listExpiredExchanges, removeExchanges } from "../../infra/postgres/webhook/webhook-exchange.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type RetentionDependencies = Pick<WorkerDependencies, "database" | "objectStore" | "transcriptIndex">;

/** Removes a page of files and words past the retention period. A crash leaves the rest for the next page. */
export const removeExpired = async (deps: RetentionDependencies, page: number) => {
  const removed = [
    await removeFiles(deps, page),
    await removeConversations(deps, page),
    await removeExpiredMessages(deps, page),
    await removeExpiredExchanges(deps, page),
  ];
  return { removed: removed.reduce((sum, count) => sum + count, 0), more: removed.includes(page) };
};

const removeFiles = async ({ database, objectStore }: RetentionDependencies, page: number): Promise<number> => {
  const expired = await listExpiredArtifacts(database, page);
  for (const { id, organization_id, object_key } of expired) {
    await objectStore.remove(object_key);
    await database.inOrganization(organization_id, (tx) => deleteArtifactRow(tx, id));
  }
  return expired.length;
};

/** A small number, because a text session may have thousands of entries, and transactions must be short. */
const CONVERSATIONS_OF_A_TRANSACTION = 50;

/** Words leave the index before their rows do: a crash in between leaves none that are still searched. */
const removeConversations = async (deps: RetentionDependencies, page: number): Promise<number> => {
  const { database } = deps;
  const expired = await listExpiredConversations(database, page);
  for (const [organizationId, conversations] of byOrganization(expired)) {
    for (let at = 0; at < conversations.length; at += CONVERSATIONS_OF_A_TRANSACTION) {
      const runIds = conversations.slice(at, at + CONVERSATIONS_OF_A_TRANSACTION).map(({ run_id }) => run_id);
      const runs = await database.inOrganization(organizationId, (tx) => listRunsOfWords(tx, runIds));
      await forgetSpokenWords(deps, runs);
      await database.inOrganization(organizationId, (tx) => removeWords(tx, runIds));
    }
  }
  return expired.length;
};

const removeExpiredMessages = async ({ database }: RetentionDependencies, page: number): Promise<number> => {
  const expired = await listExpiredMessages(database, page);
  for (const [organizationId, messages] of byOrganization(expired)) {
    const eventIds = messages.map(({ event_id }) => event_id);
    await database.inOrganization(organizationId, (tx) => removeMessages(tx, eventIds));
  }
  return expired.length;
};

/** Bodies that were sent to webhooks hold the words of their events. */
const removeExpiredExchanges = async ({ database }: RetentionDependencies, page: number): Promise<number> => {
  const expired = await listExpiredExchanges(database, page);
  for (const [organizationId, exchanges] of byOrganization(expired)) {
    const deliveryIds = exchanges.map(({ delivery_id }) => delivery_id);
    await database.inOrganization(organizationId, (tx) => removeExchanges(tx, deliveryIds));
  }
  return expired.length;
};

const byOrganization = <Expired extends { organization_id: number }>(expired: readonly Expired[]) =>
  Map.groupBy(expired, ({ organization_id }) => organization_id);
