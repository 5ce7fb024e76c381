import { isRevoked } from "../../domain/connector/account-status.ts";
import { findAction } from "../../domain/connector/connector.ts";
import { findPresetFault } from "../../domain/connector/offered-action.ts";
import type { DefinitionOf } from "../../domain/tool/tool-definition.ts";
import { findAccount } from "../../infra/postgres/connector/connector-account.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { FieldFault } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Finds what prevents a tool in a connected app. */
export const findConnectorFaults = async (
  { connectors }: Pick<OperationContext, "connectors">,
  tx: OrganizationTransaction,
  { config }: DefinitionOf<"connector">,
): Promise<FieldFault[]> => {
  const app = connectors.find(config.slug);
  if (!app) return [fault("There is no such app; GET /connectors shows the existing ones", "slug")];
  const account = await findAccount(tx, config.account_id);
  const faults =
    account?.slug === app.slug && !isRevoked(account)
      ? []
      : [fault(`No such account of ${app.name} is connected; GET /connectors/accounts lists them`, "account_id")];
  const action = findAction(app, config.action);
  if (!action) {
    const known = app.actions.map(({ name }) => name).join(", ");
    return [...faults, fault(`${app.name} has no such action; it has ${known}`, "action")];
  }
  const presets = Object.entries(config.preset_arguments).flatMap(([name, value]) => {
    const msg = findPresetFault(action.parameters, name, value);
    return msg === null ? [] : [fault(msg, "preset_arguments", name)];
  });
  return [...faults, ...presets];
};

const fault = (msg: string, ...loc: string[]): FieldFault => ({
  loc: ["body", "definition", "config", ...loc],
  msg,
  type: "value_error",
});
