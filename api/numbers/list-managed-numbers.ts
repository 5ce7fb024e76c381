import { listManagedNumbers as findManagedNumbers } from "../../infra/postgres/number/phone-number.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { managedNumbersQuery } from "./managed-numbers.schemas.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";

/** Lists the numbers that the organization rents, on all of its accounts. */
export const listManagedNumbers = (
  { inOrganization }: OperationContext,
  { query }: OperationInput<{ query: typeof managedNumbersQuery }>,
) =>
  inOrganization(async (tx) => {
    const rows = await findManagedNumbers(tx, { withReleased: query.include_released });
    return { phone_numbers: rows.map((row) => presentPhoneNumber(row)) };
  });
