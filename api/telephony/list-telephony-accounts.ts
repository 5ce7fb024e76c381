import { listTelephonyAccounts as findTelephonyAccounts } from "../../infra/postgres/telephony/telephony-account.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentListedTelephonyAccount } from "./telephony.presenter.ts";

export const listTelephonyAccounts = async (context: OperationContext) => {
  const rows = await context.inOrganization(findTelephonyAccounts);
  return { configurations: rows.map((row) => presentListedTelephonyAccount(context, row)) };
};
