import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { buildCredentialHeaders, listCredentialSecrets } from "../postgres/credential/credential-data.ts";
import { findCredential, openCredential } from "../postgres/credential/credential.repository.ts";
import type { Entities } from "../postgres/entity-manager.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import type { ToolRequest } from "./prepare-tool.ts";

/** Returns the headers that authenticate a tool's request. Throws `ToolFault` when its credential was removed. */
export const buildToolHeaders = async (
  em: Entities,
  definition: ToolDefinition,
  secrets: SecretBox,
): Promise<Pick<ToolRequest, "credentialHeaders" | "secrets">> => {
  const uuid = credentialUuidOf(definition);
  if (!uuid) return { credentialHeaders: {}, secrets: [] };
  const row = await findCredential(em, uuid);
  if (!row) throw new ToolFault("The tool was not used: its credential was removed.");
  const credential = openCredential(row, secrets);
  return { credentialHeaders: buildCredentialHeaders(credential), secrets: listCredentialSecrets(credential) };
};

const credentialUuidOf = (definition: ToolDefinition): string | null => {
  if (definition.type === "http_api" || definition.type === "mcp") return definition.config.credential_uuid;
  return definition.type === "transfer_call" ? (definition.config.resolver?.credential_uuid ?? null) : null;
};
