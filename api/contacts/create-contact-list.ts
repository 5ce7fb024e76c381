import type { z } from "zod";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireRoom } from "../require-room.ts";
import type { contactListBody } from "./contacts.schemas.ts";

export const createContactList = (context: OperationContext, { body }: { body: z.output<typeof contactListBody> }) =>
  context.withEntities(async (em, tx) => {
    const list = await addContactList(context, { em, tx }, body);
    await context.keepAnswer(tx, list);
    return list;
  });

/**
 * Adds an empty list; throws 402 where the organization has no room for another. `awaitsImport`: it comes with an import, and
 * goes if that fails.
 */
export const addContactList = async (
  { actor }: OperationContext,
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  { name, description, awaitsImport = false }: z.output<typeof contactListBody> & { awaitsImport?: boolean },
): Promise<Readonly<ContactList>> => {
  const { organizationId } = actor;
  await requireRoom(tx, "contact_lists");
  const list = await em.create(ContactList, {
    organization_id: organizationId,
    name,
    description: description ?? null,
    awaits_import: awaitsImport,
  });
  await recordTimeline(tx, {
    organizationId,
    kind: "system",
    actor: formatActor(actor),
    summary: `Contact list ${list.name} was made`,
    payload: { contact_list_id: list.id },
  });
  return list;
};
