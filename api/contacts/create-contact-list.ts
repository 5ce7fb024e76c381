import type { z } from "zod";
import type { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { insertRow } from "../../infra/postgres/insert-row.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { insertWithinQuota } from "../require-quota.ts";
import type { contactListBody } from "./contacts.schemas.ts";

export const createContactList = (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof contactListBody }>,
) =>
  context.inOrganization(async (tx) => {
    const list = await addContactList(context, tx, body);
    context.keepAnswer(tx, list);
    return list;
  });

/**
 * Adds an empty list; throws 402 where the organization has no room for another. `awaitsImport`: it comes with an import, and
 * goes if that fails.
 */
export const addContactList = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { name, description, awaitsImport = false }: z.output<typeof contactListBody> & { awaitsImport?: boolean },
): Promise<Readonly<ContactList>> => {
  const { organizationId } = context.actor;
  const list = await insertWithinQuota(context, tx, {
    kind: "contact_lists",
    insert: (tx) =>
      insertRow(tx, "contact_lists", {
        organization_id: organizationId,
        environment: context.actor.environment,
        name,
        description: description ?? null,
        awaits_import: awaitsImport,
      }),
  });
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "system",
    actor: formatActor(context.actor),
    summary: `Contact list ${list.name} was made`,
    payload: { contact_list_id: list.id },
  });
  return list;
};
