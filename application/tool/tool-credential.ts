import {
  CREDENTIAL_OF_PRODUCTION,
  type Environment,
  mayUseCredential,
} from "../../domain/environment/sandbox.rules.ts";
import { buildCredentialHeaders, listCredentialSecrets } from "../../domain/secret/credential-data.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { findCredential, openCredential } from "../../infra/postgres/credential/credential.repository.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import type { ToolRequest } from "./prepare-tool.ts";

/**
 * Returns the headers that authenticate a tool's request. Throws `ToolFault` when its credential was removed, or is of production
 * where the sandbox asks; `readEnvironment` says who asks, and is only called where it matters.
 */
export const buildToolHeaders = async (
  em: Entities,
  { definition, readEnvironment }: { definition: ToolDefinition; readEnvironment: () => Promise<Environment> },
  secrets: SecretBox,
): Promise<Pick<ToolRequest, "credentialHeaders" | "secrets">> => {
  if (namesAccount(definition)) await requireSame("production", readEnvironment);
  const uuid = credentialUuidOf(definition);
  if (!uuid) return { credentialHeaders: {}, secrets: [] };
  const row = await findCredential(em, uuid);
  if (!row) throw new ToolFault("The tool was not used: its credential was removed.");
  await requireSame(row.environment, readEnvironment);
  const credential = openCredential(row, secrets);
  return { credentialHeaders: buildCredentialHeaders(credential), secrets: listCredentialSecrets(credential) };
};

/** Tools of the sandbox alone name credentials of the sandbox, so that those need no look at who asks. */
const requireSame = async (credential: Environment, readEnvironment: () => Promise<Environment>): Promise<void> => {
  if (credential === "sandbox" || mayUseCredential(await readEnvironment(), credential)) return;
  throw new ToolFault(`The tool was not used: ${CREDENTIAL_OF_PRODUCTION}.`);
};

/** Tells whether a tool acts with an account that people have connected; those are of production. */
export const namesAccount = (definition: ToolDefinition): boolean =>
  definition.type === "connector" || (definition.type === "mcp" && definition.config.account_id !== null);

const credentialUuidOf = (definition: ToolDefinition): string | null => {
  if (definition.type === "http_api" || definition.type === "mcp") return definition.config.credential_uuid;
  return definition.type === "transfer_call" ? (definition.config.resolver?.credential_uuid ?? null) : null;
};
