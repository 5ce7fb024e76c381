import { releaseErrorFiles } from "../../infra/postgres/contact/contact-file.repository.ts";
import { findCampaignUsingList, lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { listInUse, listNotFound } from "./contacts.errors.ts";
import type { contactListParams } from "./contacts.schemas.ts";

/** Deletes a list with its contacts; an import into it ends with a sentence. The do-not-call list is not changed. */
export const deleteContactList = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof contactListParams }>,
) =>
  context.withEntities(async (em, tx) => {
    // While the list is locked, no campaign can begin to use it.
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    const campaign = await findCampaignUsingList(tx, list.id);
    if (campaign) throw listInUse(campaign);
    await releaseErrorFiles(tx, list.id);
    await em.remove(list);
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Contact list ${list.name} was deleted with its ${list.contact_count} contacts`,
      payload: { contact_list_id: list.id },
    });
    return { message: `Contact list ${list.name} was deleted` };
  });
