import type { z } from "zod";
import { lockList, removeContact } from "../../infra/postgres/contact/contact-list.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { contactNotFound, listNotFound } from "./contacts.errors.ts";
import type { contactParams } from "./contacts.schemas.ts";

/**
 * Removes a contact from the list. A campaign that has started dials its own snapshot: to prevent that, put the number
 * on the do-not-call list.
 */
export const deleteContact = (context: OperationContext, { params }: { params: z.output<typeof contactParams> }) =>
  context.withEntities(async (em, tx) => {
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    if (!(await removeContact(tx, list.id, params.contact_id))) throw contactNotFound();
    await recordTimeline(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `A contact was removed from ${list.name}`,
      payload: { contact_list_id: list.id, contact_id: params.contact_id },
    });
    return { message: "The contact was removed" };
  });
