import { type AgentModel, findOwnModel } from "../../domain/agent/agent-models.ts";
import type { AgentSettings } from "../../domain/agent/agent-settings.ts";
import { ModelError } from "../../domain/model/chat-model.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import { openCredential, readCredentialRow } from "../../infra/postgres/credential/credential.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { readModelChoice } from "./model-choice.ts";

interface Reader {
  organizationId: number;
  secrets: SecretBox;
}

/**
 * Returns the model of an agent: the one that its settings name, else the organization's; null: nothing is configured.
 */
export const readAgentModel = async (
  tx: OrganizationTransaction,
  { settings, ...reader }: Reader & { settings: AgentSettings },
): Promise<ModelChoice | null> => {
  const named = findOwnModel(settings, "llm");
  return named ? readNamedModel(tx, named, reader.secrets) : readModelChoice(tx, { ...reader, part: "llm" });
};

/** Reads a model with its key opened. Throws a `ModelError` when the credential with the key was removed. */
export const readNamedModel = async (
  tx: OrganizationTransaction,
  { provider, model, base_url: baseUrl, credential_uuid: uuid }: AgentModel,
  secrets: SecretBox,
): Promise<ModelChoice> => {
  const apiKey = uuid === null ? null : await readKey(tx, uuid, secrets);
  return { provider, model, baseUrl, apiKey, script: [] };
};

const readKey = async (tx: OrganizationTransaction, uuid: string, secrets: SecretBox): Promise<string> => {
  const row = await readCredentialRow(tx, uuid);
  const credential = row && openCredential(row, secrets);
  if (credential?.type === "api_key") return credential.data.api_key;
  if (credential?.type === "bearer_token") return credential.data.token;
  throw new ModelError("unauthorized", "The model has no key: its credential was removed or holds none");
};
