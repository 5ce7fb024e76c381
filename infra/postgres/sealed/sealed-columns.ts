import { accountContext } from "../connector/connector-account.repository.ts";
import { clientContext } from "../connector/connector-client.repository.ts";
import { signInContext } from "../connector/connector-sign-in.repository.ts";
import { toolCallContext } from "../conversation/tool-call.repository.ts";
import { credentialContext } from "../credential/credential.repository.ts";
import { answerContext } from "../idempotency/answer-context.ts";
import { modelKeyContext } from "../model/model-configuration.repository.ts";
import { verificationCodeContext } from "../number/verification-code.ts";
import { telephonyContext } from "../telephony/telephony.repository.ts";
import { webhookSecretContext } from "../webhook/webhook-secret.ts";

/** The sealed columns of one table, and their context. */
export interface SealedColumns {
  table: string;
  columns: readonly string[];
  /** The columns that the context depends on; it gets their values as text. */
  boundTo: readonly string[];
  contextOf(bound: Record<string, string>): string;
  /** The column with the key's id, where the table has one. */
  keyIdColumn?: string;
}

const organizationOf = ({ organization_id }: Record<string, string>) => Number(organization_id);

/** Every column with sealed values; the test of an entity with another one fails until it is listed here. */
export const sealedColumns: readonly SealedColumns[] = [
  {
    table: "telephony_configurations",
    columns: ["credentials_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => telephonyContext(organizationOf(bound)),
    keyIdColumn: "encryption_key_id",
  },
  {
    table: "webhook_endpoints",
    columns: ["secret_sealed", "previous_secret_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => webhookSecretContext(organizationOf(bound)),
  },
  {
    table: "agents",
    columns: ["webhook_secret_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => webhookSecretContext(organizationOf(bound)),
  },
  {
    table: "model_configurations",
    columns: ["api_key_sealed"],
    boundTo: ["organization_id", "part"],
    contextOf: ({ part = "", ...bound }) => modelKeyContext(organizationOf(bound), part),
  },
  {
    table: "former_embedding_models",
    columns: ["api_key_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => modelKeyContext(organizationOf(bound), "embeddings"),
  },
  {
    table: "number_verifications",
    columns: ["code_hash_sealed", "code_sealed"],
    boundTo: ["run_uuid"],
    contextOf: ({ run_uuid = "" }) => verificationCodeContext(run_uuid),
  },
  {
    table: "credentials",
    columns: ["data_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => credentialContext(uuid),
  },
  {
    table: "tool_calls",
    columns: ["arguments_sealed", "result_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => toolCallContext(uuid),
  },
  {
    table: "connector_clients",
    columns: ["client_secret_sealed"],
    boundTo: ["organization_id", "slug"],
    contextOf: ({ slug = "", ...bound }) => clientContext({ organizationId: organizationOf(bound), slug }),
  },
  {
    table: "connector_sign_ins",
    columns: ["verifier_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => signInContext(uuid),
  },
  {
    table: "connector_accounts",
    columns: ["tokens_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => accountContext(uuid),
  },
  {
    table: "idempotency_keys",
    columns: ["answer_sealed"],
    boundTo: ["organization_id", "credential", "key"],
    contextOf: ({ credential = "", key = "", ...bound }) => answerContext(organizationOf(bound), credential, key),
  },
];
