import type { z } from "zod";
import { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { insertEntity } from "../../infra/postgres/insert-entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { insertWithRoom } from "../require-room.ts";
import type { contactListBody } from "./contacts.schemas.ts";

export const createContactList = (context: OperationContext, { body }: { body: z.output<typeof contactListBody> }) =>
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
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  { name, description, awaitsImport = false }: z.output<typeof contactListBody> & { awaitsImport?: boolean },
): Promise<Readonly<ContactList>> => {
  const { organizationId } = actor;
  const list = await insertWithRoom(tx, "contact_lists", (tx) =>
    insertEntity(tx, ContactList, {
      organization_id: organizationId,
      name,
      description: description ?? null,
      awaits_import: awaitsImport,
    }),
  );
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "system",
    actor: formatActor(actor),
    summary: `Contact list ${list.name} was made`,
    payload: { contact_list_id: list.id },
  });
  return list;
};
