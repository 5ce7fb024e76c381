import { readProspects, readSingleCallOutlook } from "../../application/person/read-prospects.ts";
import { MOST_CONTACTS_SHOWN } from "../../domain/person/person-limits.ts";
import { findConsent } from "../../infra/postgres/contact/consent.repository.ts";
import { findDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import { listContactsOf } from "../../infra/postgres/person/person-history.repository.ts";
import { presentOutlook } from "../calls/outlook.presenter.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readPersonNumber } from "./find-asked-person.ts";
import { presentProspect } from "./person.presenter.ts";
import type { personQuery } from "./person.schemas.ts";

/** Tells who has a number, and what may happen next with them: which campaigns still call, when, and why not now. */
export const getPerson = (context: OperationContext, { query }: OperationInput<{ query: typeof personQuery }>) => {
  const { organizationId, environment } = context.actor;
  return context.inOrganization(async (tx) => {
    const phoneNumber = await readPersonNumber(tx, query.phone_number);
    const asked = { organizationId, phoneNumber, environment };
    const contacts = await listContactsOf(tx, { ...asked, before: undefined, limit: MOST_CONTACTS_SHOWN });
    const consent = await findConsent(tx, phoneNumber, environment);
    const { prospects, hasMore } = await readProspects(context, tx, asked);
    return {
      phone_number: phoneNumber,
      names: [...new Set(contacts.flatMap(({ name }) => name ?? []))],
      contacts: contacts.map((row) => ({
        contact_id: row.id,
        contact_list_id: row.contact_list_id,
        contact_list_name: row.list_name,
        environment: row.environment,
        timezone: row.timezone,
        attributes: row.attributes,
      })),
      consent: {
        status: consent?.status ?? ("unknown" as const),
        at: consent?.changed_at ?? null,
        source: consent?.source ?? null,
      },
      do_not_call: (await findDoNotCall(tx, phoneNumber, environment)) !== undefined,
      any_call: presentOutlook(phoneNumber, await readSingleCallOutlook(context, tx, asked)),
      next: prospects.map((prospect) => presentProspect(phoneNumber, prospect)),
      next_left_off: hasMore,
    };
  });
};
