import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { listPhoneNumbers as findPhoneNumbers } from "../../infra/postgres/number/phone-number.repository.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { phoneNumbersParams } from "./phone-numbers.schemas.ts";
import { telephonyAccountNotFound } from "../telephony/telephony.errors.ts";

export const listPhoneNumbers = (
  { inOrganization }: OperationContext,
  { params }: OperationInput<{ params: typeof phoneNumbersParams }>,
) =>
  inOrganization(async (tx) => {
    if (!(await findTelephonyAccount(tx, params.config_id))) throw telephonyAccountNotFound();
    const rows = await findPhoneNumbers(tx, params.config_id);
    return { phone_numbers: rows.map((row) => presentPhoneNumber(row)) };
  });
