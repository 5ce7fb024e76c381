import type { z } from "zod";
import { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireRoom } from "../require-room.ts";
import type { contactListBody } from "./contacts.schemas.ts";

export const createContactList = (context: OperationContext, { body }: { body: z.output<typeof contactListBody> }) =>
  context.withEntities(async (em, tx) => {
    const { organizationId } = context.actor;
    await requireRoom(tx, "contact_lists");
    const list = await em.create(ContactList, {
      organization_id: organizationId,
      name: body.name,
      description: body.description ?? null,
    });
    const summary = `Contact list ${list.name} was made`;
    await recordTimeline(tx, {
      organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary,
      payload: { contact_list_id: list.id },
    });
    await context.keepAnswer(tx, list);
    return list;
  });
