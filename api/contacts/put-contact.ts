import { orderChangedContacts } from "../../application/campaign/order-contacts.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { describeWrongZone, isTimeZone } from "../../domain/time/time-zone.ts";
import { findContact } from "../../infra/postgres/contact/contact.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { findList, lockList } from "../../infra/postgres/contact/contact-list.repository.ts";
import { upsertContacts } from "../../infra/postgres/contact/upsert-contacts.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField, invalidParameter } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireOwnEnvironment } from "../http/require-production.ts";
import { changeConsent } from "./change-consent.ts";
import { contactNotFound, listNotFound } from "./contacts.errors.ts";
import { presentContact } from "./contacts.presenter.ts";
import type { numberedContactBody, numberedContactParams } from "./sent-contacts.schemas.ts";

type Input = OperationInput<{ params: typeof numberedContactParams; body: typeof numberedContactBody }>;

/** Makes the contact of a number in a list what the request says: what it leaves out, the contact has not. Consent stays unless it is said. */
export const putContact = (context: OperationContext, { params, body }: Input) =>
  context.withEntities(async (em, tx) => {
    const known = await findList(em, params.contact_list_id);
    if (!known) throw listNotFound();
    requireOwnEnvironment(context.actor, known, "list");
    const number = parsePhoneNumber(params.phone_number, await readOrganizationCountry(tx));
    if (!number.ok) throw invalidParameter("phone_number", number.reason);
    const { name, timezone, priority, attributes, consent } = body;
    if (timezone && !isTimeZone(timezone)) throw invalidField(["timezone"], describeWrongZone(timezone));
    const { e164: phoneNumber } = number;
    if (consent) await changeConsent(context, tx, { phoneNumber, environment: known.environment, statement: consent });
    const list = await lockList(em, params.contact_list_id);
    if (!list) throw listNotFound();
    const contacts = [{ phoneNumber, name, timezone, priority, attributes }];
    const [row] = await upsertContacts(tx, list, { contacts, keeps: false });
    if (row && !row.is_new) await orderChangedContacts(tx, { listId: list.id, contactIds: [row.id] });
    const contact = row && (await findContact(tx, { listId: list.id, contactId: row.id }));
    if (!contact) throw contactNotFound();
    recordTimelineAtCommit(tx, {
      organizationId: list.organization_id,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `A contact of ${list.name} was ${row.is_new ? "added" : "changed"}`,
      payload: { contact_list_id: list.id, contact_id: contact.id },
    });
    return presentContact(contact);
  });
