import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requirePhoneNumber } from "./find-phone-number.ts";
import type { phoneNumberParams } from "./phone-numbers.schemas.ts";

export const getPhoneNumber = async (
  { inOrganization }: OperationContext,
  { params }: OperationInput<{ params: typeof phoneNumberParams }>,
) => presentPhoneNumber(await inOrganization((tx) => requirePhoneNumber(tx, params)));
