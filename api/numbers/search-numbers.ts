import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { askCarrier, findAccountForNumbers, requireCarrierNumbers } from "./find-account-for-numbers.ts";
import type { searchNumbersBody } from "./managed-numbers.schemas.ts";

/** Searches the numbers for rent at the account's carrier. */
export const searchNumbers = async (
  context: OperationContext,
  { body: { telephony_configuration_id, ...query } }: OperationInput<{ body: typeof searchNumbersBody }>,
) => {
  const account = await context.inOrganization((tx) => findAccountForNumbers(context, tx, telephony_configuration_id));
  const numbers = requireCarrierNumbers(account);
  const found = await askCarrier(account, () => numbers.search(account.credentials, query));
  return {
    numbers: found.map((number) => ({
      phone_number: number.phoneNumber,
      locality: number.locality,
      region: number.region,
      capabilities: [...number.capabilities],
      monthly_cost_minor: number.monthlyCostMinor,
      currency: number.currency,
    })),
  };
};
