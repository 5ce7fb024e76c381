import type { z } from "zod";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { requirePhoneNumber } from "./find-phone-number.ts";
import type { phoneNumberParams } from "./phone-numbers.schemas.ts";

export const getPhoneNumber = async (
  { inOrganization }: OperationContext,
  { params }: { params: z.output<typeof phoneNumberParams> },
) => presentPhoneNumber(await inOrganization((tx) => requirePhoneNumber(tx, params)));
