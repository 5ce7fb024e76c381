import { listAccounts as readAccounts } from "../../infra/postgres/connector/connector-account.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentAccount } from "./connectors.presenter.ts";

export const listAccounts = async (context: OperationContext) => ({
  accounts: (await context.inOrganization(readAccounts)).map(presentAccount),
});
