import {
  listManagedNumbers as findManagedNumbers,
  listPhoneNumbers as findPhoneNumbers,
} from "../../infra/postgres/number/phone-number.repository.ts";
import { listVerifiedNumbers as findVerifiedNumbers } from "../../infra/postgres/number/verified-number.repository.ts";
import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { telephonyAccountNotFound } from "../telephony/telephony.errors.ts";
import { requirePhoneNumber } from "./find-phone-number.ts";
import type { managedNumbersQuery } from "./managed-numbers.schemas.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { phoneNumberParams, phoneNumbersParams } from "./phone-numbers.schemas.ts";
import { presentVerifiedNumber } from "./verified-numbers.presenter.ts";

export const getPhoneNumber = async (
  { inOrganization }: OperationContext,
  { params }: OperationInput<{ params: typeof phoneNumberParams }>,
) => presentPhoneNumber(await inOrganization((tx) => requirePhoneNumber(tx, params)));

/** Lists the numbers that the organization rents, on all of its accounts. */
export const listManagedNumbers = (
  { inOrganization }: OperationContext,
  { query }: OperationInput<{ query: typeof managedNumbersQuery }>,
) =>
  inOrganization(async (tx) => {
    const rows = await findManagedNumbers(tx, { withReleased: query.include_released });
    return { phone_numbers: rows.map((row) => presentPhoneNumber(row)) };
  });

export const listPhoneNumbers = (
  { inOrganization }: OperationContext,
  { params }: OperationInput<{ params: typeof phoneNumbersParams }>,
) =>
  inOrganization(async (tx) => {
    if (!(await findTelephonyAccount(tx, params.config_id))) throw telephonyAccountNotFound();
    const rows = await findPhoneNumbers(tx, params.config_id);
    return { phone_numbers: rows.map((row) => presentPhoneNumber(row)) };
  });

export const listVerifiedNumbers = async ({ inOrganization }: OperationContext) => ({
  verified_numbers: (await inOrganization(findVerifiedNumbers)).map(presentVerifiedNumber),
});
