import type { z } from "zod";
import { findConfiguration } from "../../infra/postgres/telephony/configuration.repository.ts";
import { listPhoneNumbers as findPhoneNumbers } from "../../infra/postgres/number/phone-number.repository.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { OperationContext } from "../http/operation-context.ts";
import type { phoneNumbersParams } from "./phone-numbers.schemas.ts";
import { configurationNotFound } from "../telephony/telephony.errors.ts";

export const listPhoneNumbers = (
  { inOrganization }: OperationContext,
  { params }: { params: z.output<typeof phoneNumbersParams> },
) =>
  inOrganization(async (tx) => {
    if (!(await findConfiguration(tx, params.config_id))) throw configurationNotFound();
    const rows = await findPhoneNumbers(tx, params.config_id);
    return { phone_numbers: rows.map((row) => presentPhoneNumber(row)) };
  });
