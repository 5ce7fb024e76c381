import {
  buildProviderSealContext,
  buildProviderSignInSealContext,
  buildSessionLogOutSealContext,
} from "../access/identity-provider.repository.ts";
import { buildAuthenticatorSealContext } from "../access/second-factor.repository.ts";
import { buildAccountSealContext } from "../connector/connector-account.repository.ts";
import { buildClientSealContext } from "../connector/connector-client.repository.ts";
import { buildSignInSealContext } from "../connector/connector-sign-in.repository.ts";
import { buildToolCallSealContext } from "../conversation/requested-tool.repository.ts";
import { buildCredentialSealContext } from "../credential/credential.repository.ts";
import { buildAnswerSealContext } from "../idempotency/answer-context.ts";
import { buildTextSealContext } from "../message/text-messages.repository.ts";
import { buildModelKeySealContext } from "../model/model-configuration.repository.ts";
import { buildVerificationCodeSealContext } from "../number/verification-code.ts";
import { buildOriginalSealContext } from "../privacy/kept-originals.repository.ts";
import { buildMarkKeySealContext } from "../privacy/mark-keys.ts";
import { buildErasureSealContext } from "../privacy/person-erasures.repository.ts";
import { buildExportSealContext } from "../privacy/person-exports.repository.ts";
import { buildPersonKeySealContext } from "../record/person-keys.repository.ts";
import { buildRecordKeySealContext } from "../record/record-keys.repository.ts";
import { buildTelephonySealContext } from "../telephony/telephony.repository.ts";
import { buildWebhookSecretSealContext } from "../webhook/webhook-secret.ts";

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
    contextOf: (bound) => buildTelephonySealContext(organizationOf(bound)),
    keyIdColumn: "encryption_key_id",
  },
  {
    table: "webhook_endpoints",
    columns: ["secret_sealed", "previous_secret_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => buildWebhookSecretSealContext(organizationOf(bound)),
  },
  {
    table: "contact_intakes",
    columns: ["secret_sealed", "previous_secret_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => buildWebhookSecretSealContext(organizationOf(bound)),
  },
  {
    table: "agents",
    columns: ["webhook_secret_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => buildWebhookSecretSealContext(organizationOf(bound)),
  },
  {
    table: "model_configurations",
    columns: ["api_key_sealed"],
    boundTo: ["organization_id", "part"],
    contextOf: ({ part = "", ...bound }) => buildModelKeySealContext(organizationOf(bound), part),
  },
  {
    table: "former_embedding_models",
    columns: ["api_key_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => buildModelKeySealContext(organizationOf(bound), "embeddings"),
  },
  {
    table: "number_verifications",
    columns: ["code_hash_sealed", "code_sealed"],
    boundTo: ["run_uuid"],
    contextOf: ({ run_uuid = "" }) => buildVerificationCodeSealContext(run_uuid),
  },
  {
    table: "credentials",
    columns: ["data_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => buildCredentialSealContext(uuid),
  },
  {
    table: "tool_calls",
    columns: ["arguments_sealed", "result_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => buildToolCallSealContext(uuid),
  },
  {
    table: "connector_clients",
    columns: ["client_secret_sealed"],
    boundTo: ["organization_id", "slug"],
    contextOf: ({ slug = "", ...bound }) => buildClientSealContext({ organizationId: organizationOf(bound), slug }),
  },
  {
    table: "connector_sign_ins",
    columns: ["verifier_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => buildSignInSealContext(uuid),
  },
  {
    table: "connector_accounts",
    columns: ["tokens_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => buildAccountSealContext(uuid),
  },
  {
    table: "person_keys",
    columns: ["key_sealed"],
    boundTo: ["organization_id", "phone_number"],
    contextOf: ({ phone_number = "", ...bound }) => buildPersonKeySealContext(organizationOf(bound), phone_number),
  },
  {
    table: "person_erasures",
    columns: ["person_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => buildErasureSealContext(uuid),
  },
  {
    table: "person_exports",
    columns: ["person_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => buildExportSealContext(uuid),
  },
  {
    table: "privacy_keys",
    columns: ["key_sealed"],
    boundTo: ["organization"],
    contextOf: ({ organization }) => buildMarkKeySealContext(Number(organization)),
  },
  {
    table: "identity_providers",
    columns: ["client_secret_sealed"],
    boundTo: ["organization_id"],
    contextOf: (bound) => buildProviderSealContext(organizationOf(bound)),
  },
  {
    table: "sessions",
    columns: ["provider_log_out_sealed"],
    boundTo: ["token_hash"],
    // As PostgreSQL writes bytes: \\x and their digits.
    contextOf: ({ token_hash = "" }) => buildSessionLogOutSealContext(Buffer.from(token_hash.slice(2), "hex")),
  },
  {
    table: "provider_sign_ins",
    columns: ["verifier_sealed"],
    boundTo: ["uuid"],
    contextOf: ({ uuid = "" }) => buildProviderSignInSealContext(uuid),
  },
  {
    table: "authenticators",
    columns: ["secret_sealed"],
    boundTo: ["user_id"],
    contextOf: ({ user_id = "" }) => buildAuthenticatorSealContext(Number(user_id)),
  },
  {
    table: "record_keys",
    columns: ["private_key_sealed"],
    boundTo: ["installation"],
    contextOf: ({ installation = "" }) => buildRecordKeySealContext(installation),
  },
  {
    table: "kept_originals",
    columns: ["original_sealed"],
    boundTo: ["organization_id", "run_id", "kind"],
    contextOf: ({ run_id, kind = "", ...bound }) =>
      buildOriginalSealContext({ organizationId: organizationOf(bound), runId: Number(run_id) }, kind),
  },
  {
    table: "text_messages",
    columns: ["original_sealed"],
    boundTo: ["organization_id", "uuid"],
    contextOf: ({ uuid = "", ...bound }) => buildTextSealContext({ organization_id: organizationOf(bound), uuid }),
  },
  {
    table: "idempotency_keys",
    columns: ["answer_sealed"],
    boundTo: ["organization_id", "credential", "key"],
    contextOf: ({ credential = "", key = "", ...bound }) =>
      buildAnswerSealContext(organizationOf(bound), credential, key),
  },
];
