import { findTelephonyAccount } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { telephonyAccountNotFound } from "./telephony.errors.ts";
import { presentTelephonyAccount } from "./telephony.presenter.ts";
import type { telephonyAccountParams } from "./telephony.schemas.ts";

export const getTelephonyAccount = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof telephonyAccountParams }>,
) => {
  const row = await context.inOrganization((tx) => findTelephonyAccount(tx, params.config_id));
  if (!row) throw telephonyAccountNotFound();
  return presentTelephonyAccount(context, row);
};
