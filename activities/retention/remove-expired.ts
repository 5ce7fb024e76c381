import { forgetSpokenWords } from "../../application/conversation/spoken-words.ts";
import type { RetentionKind } from "../../domain/removal/retention.rules.ts";
import { deleteArtifactRow } from "../../infra/postgres/artifact/artifact.repository.ts";
import { listRunsOfWords, removeWords } from "../../infra/postgres/conversation/expired-words.repository.ts";
import { removeTexts } from "../../infra/postgres/message/text-messages.repository.ts";
import { deleteOriginals, listOriginalFiles } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import { askToRemoveRecordings } from "../../infra/postgres/privacy/recordings-to-remove.repository.ts";
import {
  type DueName,
  listDue,
  listDueFiles,
  removeContacts,
  removeImportErrors,
} from "../../infra/postgres/retention/due-data.repository.ts";
import { removeMessages } from "../../infra/postgres/timeline/expired-messages.repository.ts";
import { removeExchanges } from "../../infra/postgres/webhook/webhook-exchange.repository.ts";
import type { WorkerDependencies } from "../dependencies.ts";

type RetentionDependencies = Pick<
  WorkerDependencies,
  "database" | "objectStore" | "transcriptIndex" | "retentionCeilings"
>;

interface Removal {
  name: DueName;
  kind: RetentionKind;
  remove(deps: RetentionDependencies, organizationId: number, ids: readonly number[]): Promise<void>;
}

/** Removes a page of everything whose time is over. A crash leaves the rest for the next page. */
export const removeExpired = async (deps: RetentionDependencies, page: number) => {
  const { database, retentionCeilings: ceilings } = deps;
  let removed = 0;
  let more = false;
  for (const { name, kind, remove } of REMOVALS) {
    const due = await listDue(database, name, { limit: page, mostDays: ceilings?.[kind] });
    const byOrganization = Map.groupBy(due, ({ organization_id }) => organization_id);
    for (const [organizationId, rows] of byOrganization)
      await remove(
        deps,
        organizationId,
        rows.map(({ id }) => id),
      );
    removed += due.length;
    more ||= due.length === page;
  }
  return { removed, more };
};

/** The object goes before its row, so that none is left of which nobody knows. Its carrier is asked to remove a recording as well. */
const removeFiles: Removal["remove"] = async ({ database, objectStore }, organizationId, ids) => {
  const files = await database.inOrganization(organizationId, async (tx) => {
    const due = await listDueFiles(tx, ids);
    const recorded = due.filter(({ artifact_type }) => artifact_type !== "transcript");
    await askToRemoveRecordings(
      tx,
      recorded.map(({ run_id }) => run_id),
    );
    return due;
  });
  for (const { id, object_key } of files) {
    await objectStore.remove(object_key);
    await database.inOrganization(organizationId, (tx) => deleteArtifactRow(tx, id));
  }
};

/** Originals of words and variables are rows alone; a recording's file goes before its row. */
const removeOriginals: Removal["remove"] = async ({ database, objectStore }, organizationId, ids) => {
  const files = await database.inOrganization(organizationId, async (tx) => {
    const due = await listOriginalFiles(tx, ids);
    await askToRemoveRecordings(
      tx,
      due.flatMap(({ object_key, run_id }) => (object_key === null ? [] : [run_id])),
    );
    return due;
  });
  for (const { object_key } of files) if (object_key !== null) await objectStore.remove(object_key);
  await database.inOrganization(organizationId, (tx) => deleteOriginals(tx, ids));
};

/** A small number, because a text session may have thousands of entries, and transactions must be short. */
const CONVERSATIONS_OF_A_TRANSACTION = 50;

/** Words leave the index before their rows do: a crash in between leaves none that are still searched. */
const removeConversations: Removal["remove"] = async (deps, organizationId, ids) => {
  const { database } = deps;
  for (let at = 0; at < ids.length; at += CONVERSATIONS_OF_A_TRANSACTION) {
    const runIds = ids.slice(at, at + CONVERSATIONS_OF_A_TRANSACTION);
    const runs = await database.inOrganization(organizationId, (tx) => listRunsOfWords(tx, runIds));
    await forgetSpokenWords(deps, runs);
    await database.inOrganization(organizationId, (tx) => removeWords(tx, runIds));
  }
};

/** The file goes last: where it is left, maintenance finds it as one that nobody knows. */
const removeImports: Removal["remove"] = async ({ database, objectStore }, organizationId, ids) => {
  for (const id of ids)
    await database.inOrganization(organizationId, async (tx) => {
      for (const key of await removeImportErrors(tx, [id])) await objectStore.remove(key);
    });
};

const REMOVALS: readonly Removal[] = [
  { name: "transcripts", kind: "words", remove: removeFiles },
  { name: "recordings", kind: "recordings", remove: removeFiles },
  { name: "conversations", kind: "words", remove: removeConversations },
  { name: "originals", kind: "words", remove: removeOriginals },
  { name: "original_recordings", kind: "recordings", remove: removeOriginals },
  {
    name: "messages",
    kind: "threads",
    remove: ({ database }, organizationId, ids) =>
      database.inOrganization(organizationId, (tx) => removeMessages(tx, ids)),
  },
  {
    name: "texts",
    kind: "threads",
    remove: ({ database }, organizationId, ids) =>
      database.inOrganization(organizationId, (tx) => removeTexts(tx, ids)),
  },
  {
    // Bodies that were sent to webhooks hold the words of their events.
    name: "exchanges",
    kind: "deliveries",
    remove: ({ database }, organizationId, ids) =>
      database.inOrganization(organizationId, (tx) => removeExchanges(tx, ids)),
  },
  {
    name: "contacts",
    kind: "contacts",
    remove: ({ database }, organizationId, ids) =>
      database.inOrganization(organizationId, (tx) => removeContacts(tx, ids)),
  },
  { name: "imports", kind: "import_files", remove: removeImports },
];
