import { findAction } from "../../domain/connector/connector.ts";
import { findCompensationFault, type ToolCompensation } from "../../domain/tool/tool-compensation.ts";
import { findConfirmationFault } from "../../domain/tool/tool-confirmation.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

interface Confirmable {
  definition: ToolDefinition;
  requires_confirmation: boolean;
  compensation?: ToolCompensation | null | undefined;
}

/** Refuses a confirmation or a compensation that this category of tool does not support. */
export const requireConfirmable = (
  { guardedRequests, connectors }: OperationContext,
  { definition, requires_confirmation, compensation }: Confirmable,
): void => {
  const unconfirmed = findConfirmationFault(definition);
  if (requires_confirmation && unconfirmed !== null) throw invalidField(["requires_confirmation"], unconfirmed);
  if (!compensation) return;
  const fault = findCompensationFault(definition, compensation);
  if (fault !== null) throw invalidField(["compensation"], fault);
  if (definition.type === "connector" && compensation.function !== undefined) {
    const { slug } = definition.config;
    const msg = `${slug} has no such action; GET /connectors lists its actions`;
    if (!findAction(connectors.find(slug), compensation.function))
      throw invalidField(["compensation", "function"], msg);
  }
  const urlFault = compensation.url === undefined ? null : guardedRequests.urlFault(compensation.url);
  if (urlFault !== null) throw invalidField(["compensation", "url"], urlFault);
};
