import { MOST_ROWS_FOUND } from "../../../domain/assistant/assistant-functions.ts";
import { selectContactsWithConsent } from "../../../infra/postgres/contact/contact.repository.ts";
import { findDoNotCall } from "../../../infra/postgres/contact/do-not-call.repository.ts";
import { formatCount, type LookUpFunction } from "./look-up.ts";
import { readNumberAsked } from "./read-number-asked.ts";

export const lookUpContact: LookUpFunction = ({ inside }, given) =>
  inside(async (tx) => {
    const asked = await readNumberAsked(tx, given);
    if ("say" in asked) return asked;
    const contacts = await selectContactsWithConsent(tx)
      .innerJoin("contact_lists", "contact_lists.id", "contacts.contact_list_id")
      .select("contact_lists.name as list_name")
      .where("contacts.phone_number", "=", asked.number)
      .where("contact_lists.is_hidden", "=", false)
      .orderBy("contacts.id", "desc")
      .limit(MOST_ROWS_FOUND)
      .execute();
    const entry = await findDoNotCall(tx, asked.number);
    const names = [...new Set(contacts.flatMap(({ name }) => name ?? []))];
    const lists = formatCount(contacts.length, "contact list");
    const who = names.length === 0 ? asked.number : `${asked.number} is ${names.join(", ")} and`;
    return {
      say: `${who} is in ${lists}${entry ? ", and on the do-not-call list" : ""}.`,
      contacts: contacts.map((contact) => ({
        id: contact.id,
        name: contact.name,
        list: contact.list_name,
        timezone: contact.timezone,
        attributes: contact.attributes,
        consent: contact.consent_status ?? "unknown",
      })),
      do_not_call: entry ? { source: entry.source, created_at: entry.created_at } : null,
    };
  });
