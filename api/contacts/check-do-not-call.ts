import { readNumberOutlook } from "../../application/call/call-outlook.ts";
import { chooseAccount } from "../../application/telephony/choose-account.ts";
import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { findDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import { presentOutlook } from "../calls/outlook.presenter.ts";
import { invalidParameter } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { checkDoNotCallQuery } from "./do-not-call.schemas.ts";

/** Tells whether a number may be dialled now by a call outside campaigns, on the account that such a call takes. */
export const checkDoNotCall = (
  context: OperationContext,
  { query }: OperationInput<{ query: typeof checkDoNotCallQuery }>,
) => {
  const { organizationId, environment } = context.actor;
  return context.inOrganization(async (tx) => {
    const number = parsePhoneNumber(query.phone_number, await readOrganizationCountry(tx));
    if (!number.ok) throw invalidParameter("phone_number", number.reason);
    const chosen = await chooseAccount(tx, {
      isSandbox: environment === "sandbox",
      telephonyAccountId: undefined,
    });
    const outlook = await readNumberOutlook(context, tx, {
      organizationId,
      phoneNumber: number.e164,
      environment,
      account: "account" in chosen ? chosen.account : null,
    });
    const entry = await findDoNotCall(tx, number.e164, environment);
    const { nationalList } = outlook.facts;
    return {
      ...presentOutlook(number.e164, outlook),
      entry: entry ?? null,
      national_entry: nationalList && {
        scope: "national" as const,
        source: nationalList.source,
        as_of: nationalList.asOf,
      },
    };
  });
};
