import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { findCredential } from "../../infra/postgres/credential/credential.repository.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { HttpError, type FieldFault, invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";

interface Reference {
  value: string;
  loc: string[];
}

/** Refuses a definition whose category, addresses or credentials are not to be used. Gives it as it is kept. */
export const checkedTool = async (
  { outbound }: OperationContext,
  em: Entities,
  { category, definition }: { category: string; definition: ToolDefinition },
): Promise<ToolDefinition> => {
  if (definition.type !== category) {
    throw invalidField(["definition", "type"], `The category is ${category}: definition.type must be the same`);
  }
  const faults: FieldFault[] = urlsOf(definition).flatMap(({ value, loc }) => {
    const msg = outbound.urlFault(value);
    return msg === null ? [] : [{ loc: ["body", "definition", ...loc], msg, type: "value_error" }];
  });
  for (const { value, loc } of credentialsOf(definition)) {
    if (await findCredential(em, value)) continue;
    const msg = "There is no such credential; credentials.list names those that there are";
    faults.push({ loc: ["body", "definition", ...loc], msg, type: "value_error" });
  }
  if (faults.length > 0) throw new HttpError(422, "validation_error", faults);
  return definition;
};

const urlsOf = (definition: ToolDefinition): Reference[] => {
  if (definition.type === "http_api" || definition.type === "mcp") {
    return [{ value: definition.config.url, loc: ["config", "url"] }];
  }
  if (definition.type !== "transfer_call" || !definition.config.resolver) return [];
  return [{ value: definition.config.resolver.url, loc: ["config", "resolver", "url"] }];
};

const credentialsOf = (definition: ToolDefinition): Reference[] => {
  const reference = (value: string | null | undefined, ...loc: string[]) => (value ? [{ value, loc }] : []);
  if (definition.type === "http_api" || definition.type === "mcp") {
    return reference(definition.config.credential_uuid, "config", "credential_uuid");
  }
  if (definition.type !== "transfer_call") return [];
  return reference(definition.config.resolver?.credential_uuid, "config", "resolver", "credential_uuid");
};
