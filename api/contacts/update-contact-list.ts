import type { z } from "zod";
import { lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { listNotFound } from "./contacts.errors.ts";
import type { contactListBody, contactListParams } from "./contacts.schemas.ts";

/** Renames a list; a description that is not sent stays. */
export const updateContactList = (
  context: OperationContext,
  { params, body }: { params: z.output<typeof contactListParams>; body: z.output<typeof contactListBody> },
) =>
  context.inOrganization(async (tx) => {
    const before = await lockList(tx, params.contact_list_id);
    if (!before) throw listNotFound();
    const list = await tx
      .updateTable("contact_lists")
      .set({ name: body.name, description: body.description ?? before.description })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const isRenamed = list.name !== before.name;
    await recordTimeline(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: actorName(context.actor),
      summary: isRenamed
        ? `Contact list ${before.name} is now ${list.name}`
        : `Contact list ${list.name} was described anew`,
      payload: { contact_list_id: list.id },
    });
    return list;
  });
