import type { z } from "zod";
import type { ContactImport } from "../../infra/postgres/contact/contact-import.entity.ts";
import { createImport } from "../../infra/postgres/contact/contact-import.repository.ts";
import type { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import { findList } from "../../infra/postgres/contact/contact-list.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { keyOfAnotherImport, listNotFound } from "./contacts.errors.ts";
import { presentStartedImport } from "./contacts.presenter.ts";
import type { contactListParams, importBody } from "./contacts.schemas.ts";
import { requireOwnFile } from "./require-own-file.ts";
import { startContactImport } from "./start-contact-import.ts";

type ImportBody = z.output<typeof importBody>;

interface ImportInput {
  params: z.output<typeof contactListParams>;
  body: ImportBody;
}

/**
 * Writes the row, then starts the workflow. Both are idempotent: a repeated Idempotency-Key finds the same row, whose
 * id is the workflow's. A crash between them leaves a `pending` row, which this request repeated or reading the import
 * starts.
 */
export const importContacts = async (context: OperationContext, { params, body }: ImportInput) => {
  requireOwnFile(context, body);
  const row = await context.withEntities(async (em, tx) => {
    const list = await findList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    const added = await addImport(context, tx, { list, body });
    if (added.contact_list_id !== list.id) throw keyOfAnotherImport();
    return requireSameFile(added, body);
  });
  await startContactImport(context.temporal, row);
  return presentStartedImport(row);
};

/** Returns the import that a request has made; throws 409 where its key comes back, long after, with another file. */
export const requireSameFile = (row: ContactImport, { object_store_key: key }: ImportBody): ContactImport => {
  if (row.object_key !== key) throw keyOfAnotherImport();
  return row;
};

/** Adds the row of an import that is not started yet; a repeated Idempotency-Key returns the same. */
export const addImport = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { list, body }: { list: Readonly<ContactList>; body: ImportBody },
): Promise<ContactImport> => {
  const { organizationId } = context.actor;
  const created = await createImport(tx, rowOf(context, { list, body }));
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "system",
    actor: formatActor(context.actor),
    summary: `An import into ${list.name} was asked for`,
    payload: { import_id: created.id, contact_list_id: list.id },
  });
  return created;
};

const rowOf = (context: OperationContext, { list, body }: { list: Readonly<ContactList>; body: ImportBody }) => ({
  organization_id: context.actor.organizationId,
  request_uuid: context.requestUuid(),
  contact_list_id: list.id,
  object_key: body.object_store_key,
  mapping: body.mapping ?? {},
  default_country: body.default_country ?? null,
  encoding: body.encoding ?? null,
  on_duplicate: body.on_duplicate,
  consent_status: body.consent?.status ?? null,
  consent_source: body.consent?.source ?? null,
  created_by: context.actor.userId,
});
