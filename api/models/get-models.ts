import { listModelConfigurations } from "../../infra/postgres/model/model-configuration.repository.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { presentModels } from "./models.presenter.ts";

/** Returns the models of the organization's agents. */
export const getModels = (context: OperationContext) =>
  context.inOrganization(async (tx) => presentModels(await listModelConfigurations(tx), context.secrets));
