import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { findConsent, listConsentChanges } from "../../infra/postgres/contact/consent.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { invalidParameter } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentConsent, presentConsentChange } from "./consents.presenter.ts";
import type { consentQuery } from "./consents.schemas.ts";

/** Returns the present consent of a number, and every change that led to it; `unknown` when nothing was recorded. */
export const getConsent = (context: OperationContext, { query }: OperationInput<{ query: typeof consentQuery }>) =>
  context.inOrganization(async (tx) => {
    const number = parsePhoneNumber(query.phone_number, await readOrganizationCountry(tx));
    if (!number.ok) throw invalidParameter("phone_number", number.reason);
    const phoneNumber = number.e164;
    const { environment } = context.actor;
    const rows = await listConsentChanges(tx, {
      phoneNumber,
      environment,
      before: query.cursor,
      limit: query.limit + 1,
    });
    const page = rows.slice(0, query.limit);
    return {
      ...presentConsent(phoneNumber, await findConsent(tx, phoneNumber, environment)),
      history: page.map(presentConsentChange),
      next_cursor: rows.length > query.limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
