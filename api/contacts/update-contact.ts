import { orderChangedContacts } from "../../application/campaign/order-contacts.ts";
import { changeContact, findContact } from "../../infra/postgres/contact/contact.repository.ts";
import { findList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { changeConsent } from "./change-consent.ts";
import { contactNotFound, listNotFound } from "./contacts.errors.ts";
import { presentContact } from "./contacts.presenter.ts";
import type { contactChanges, contactParams } from "./contacts.schemas.ts";

type UpdateInput = OperationInput<{ params: typeof contactParams; body: typeof contactChanges }>;

/** Changes a contact of a list. A campaign that has started dials its own snapshot, but consent still applies. */
export const updateContact = (context: OperationContext, { params, body }: UpdateInput) =>
  context.withEntities(async (em, tx) => {
    const list = await findList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    requireOwnEnvironment(context.actor, list, "list");
    const address = { listId: list.id, contactId: params.contact_id };
    const contact = await findContact(tx, address);
    if (!contact) throw contactNotFound();
    if (body.consent) {
      const { environment } = list;
      await changeConsent(context, tx, {
        phoneNumber: contact.phone_number,
        environment,
        statement: body.consent,
      });
    }
    await changeContact(tx, contact.id, body);
    await orderChangedContacts(tx, { listId: list.id, contactIds: [contact.id] });
    const changed = await findContact(tx, address);
    if (!changed) throw contactNotFound();
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `A contact of ${list.name} was changed`,
      payload: { contact_list_id: list.id, contact_id: contact.id },
    });
    return presentContact(changed);
  });
