import { listCampaignsCalling, lockList, removeContact } from "../../infra/postgres/contact/contact-list.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { contactNotFound, listNotFound } from "./contacts.errors.ts";
import type { contactParams } from "./contacts.schemas.ts";

/** Removes a contact from the list. A campaign that has started dials its own snapshot, and the answer says so. */
export const deleteContact = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof contactParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    // The campaigns are read first, because deleting the contact removes it from their contacts.
    const campaigns = await listCampaignsCalling(tx, params.contact_id);
    if (!(await removeContact(tx, list.id, params.contact_id))) throw contactNotFound();
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `A contact was removed from ${list.name}`,
      payload: { contact_list_id: list.id, contact_id: params.contact_id },
    });
    return { message: describeRemoval(campaigns) };
  });

const NAMED = 3;

const describeRemoval = (campaigns: readonly string[]): string => {
  const removed = "The contact was removed";
  if (campaigns.length === 0) return removed;
  const more = campaigns.length > NAMED ? [`${campaigns.length - NAMED} more`] : [];
  const named = [...campaigns.slice(0, NAMED), ...more].join(", ");
  return (
    `${removed} from the list, but campaigns that have taken it still call it: ${named}. ` +
    "Put the number on the do-not-call list to end that"
  );
};
