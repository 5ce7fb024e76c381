import { lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { listNotFound } from "./contacts.errors.ts";
import type { contactListBody, contactListParams } from "./contacts.schemas.ts";

/** Renames a list; an absent description is not changed. */
export const updateContactList = (
  context: OperationContext,
  { params, body }: OperationInput<{ params: typeof contactListParams; body: typeof contactListBody }>,
) =>
  context.withEntities(async (em, tx) => {
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    const before = list.name;
    // A person who names a list wants it, even if the import that it was made with fails.
    await em.change(list, { ...body, awaits_import: false });
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary:
        list.name === before
          ? `Contact list ${list.name} got another description`
          : `Contact list ${before} is now ${list.name}`,
      payload: { contact_list_id: list.id },
    });
    return list;
  });
