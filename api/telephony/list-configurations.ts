import { listConfigurations as findConfigurations } from "../../infra/postgres/telephony/configuration.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentListedConfiguration } from "./telephony.presenter.ts";

export const listConfigurations = async (context: OperationContext) => {
  const rows = await context.inOrganization(findConfigurations);
  return { configurations: rows.map((row) => presentListedConfiguration(context, row)) };
};
