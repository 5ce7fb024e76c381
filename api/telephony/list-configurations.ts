import { listConfigurations as findConfigurations } from "../../infra/postgres/telephony/configuration.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentListedConfiguration } from "./telephony.presenter.ts";

export const listConfigurations = async ({ inOrganization, carriers }: OperationContext) => {
  const rows = await inOrganization(findConfigurations);
  return { configurations: rows.map((row) => presentListedConfiguration(row, carriers.get(row.provider).description)) };
};
