import type { z } from "zod";
import { hasAudio } from "../../application/web-call/has-audio.ts";
import { findAddressProblem, isSpeechProvider } from "../../domain/model/speech-providers.ts";
import { isMask } from "../../domain/secret/masked-secret.ts";
import { openEmbedder } from "../../infra/models/open-embedder.ts";
import type { ModelChoice } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { markOutdated } from "../../infra/postgres/document/outdated-documents.repository.ts";
import { takeUpFailed } from "../../infra/postgres/document/take-up-failed.ts";
import { buildModelsLockKey, lockExclusively } from "../../infra/postgres/locks.ts";
import {
  deleteAllFormerModels,
  type NamedAccount,
  replaceEmbeddingModel,
} from "../../infra/postgres/model/former-models.repository.ts";
import type { ModelConfiguration } from "../../infra/postgres/model/model-configuration.entity.ts";
import {
  buildModelKeySealContext,
  listModelConfigurations,
  type ModelPart,
  writeModelConfiguration,
} from "../../infra/postgres/model/model-configuration.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { startProcessing } from "../start-processing.ts";
import { startReindexing } from "../start-reindexing.ts";
import {
  addressMissing,
  addressRefused,
  keyMissing,
  noAudioHere,
  noKeyToKeep,
  noScriptOf,
  noSpeechBy,
  notOfLocal,
} from "./models.errors.ts";
import { presentModels } from "./models.presenter.ts";
import { MODEL_PARTS, type modelsBody, type modelsChanges, type PartInput } from "./models.schemas.ts";
import { requireVector } from "./require-vector.ts";

type Changes = z.output<typeof modelsChanges>;

/** Maintenance starts the others, so that the request is answered soon. */
const STARTED_AT_ONCE = 50;

/** Sets all parts at once: an absent part is no longer configured. */
export const setModels = (context: OperationContext, { body }: OperationInput<{ body: typeof modelsBody }>) => {
  const { embeddings, llm, tts, stt } = body;
  const all = { embeddings: embeddings ?? null, llm: llm ?? null, tts: tts ?? null, stt: stt ?? null };
  return updateModels(context, { body: all });
};

/**
 * Changes the parts that are sent; null removes one. Documents that failed for want of a model for embeddings are taken
 * up. The rows are written before the workflows that give documents vectors of the new model; after a crash in between
 * maintenance starts them.
 */
export const updateModels = async (context: OperationContext, { body }: { body: Changes }) => {
  const { organizationId } = context.actor;
  if (body.embeddings) await tryEmbeddings(context, body.embeddings);
  const { models, isOutdated, takenUp } = await context.inOrganization(async (tx) => {
    await lockExclusively(tx, buildModelsLockKey(organizationId));
    const before = await listModelConfigurations(tx);
    for (const part of MODEL_PARTS) {
      const input = body[part];
      if (input === undefined) continue;
      const stored = before.find((row) => row.part === part);
      const values = input ? valuesOf(context, { part, input, stored }) : null;
      await writeModelConfiguration(tx, { organizationId, part }, values);
    }
    const after = await listModelConfigurations(tx);
    const configured = embeddingsOf(after, context);
    // It locks the usage, which comes before the documents that are compared.
    const takenUp = configured ? await takeUpFailed(tx, organizationId) : [];
    const isOutdated = await compareDocuments(tx, {
      before: embeddingsOf(before, context),
      configured,
      isRemoved: !after.some(({ part }) => part === "embeddings"),
    });
    await recordModels(context, tx, after);
    return { models: presentModels(after, context.secrets), isOutdated, takenUp };
  });
  if (isOutdated) await startReindexing(context.temporal, organizationId);
  for (const documentUuid of takenUp.slice(0, STARTED_AT_ONCE)) {
    await startProcessing(context.temporal, { organizationId, documentUuid });
  }
  return models;
};

/** No transaction waits for the model's server. */
const tryEmbeddings = async (context: OperationContext, input: PartInput): Promise<void> => {
  const rows = await context.inOrganization((tx) => listModelConfigurations(tx));
  const stored = rows.find((row) => row.part === "embeddings");
  const {
    provider,
    model,
    base_url: baseUrl,
    api_key_sealed,
  } = valuesOf(context, { part: "embeddings", input, stored });
  const isSame = stored?.provider === provider && stored.model === model && stored.base_url === baseUrl;
  if (isSame && api_key_sealed === stored.api_key_sealed) return;
  const sealContext = buildModelKeySealContext(context.actor.organizationId, "embeddings");
  const apiKey = api_key_sealed && context.secrets.open(api_key_sealed, sealContext);
  await requireVector(context, { provider, model, baseUrl, apiKey });
};

const recordModels = async (
  { actor }: OperationContext,
  tx: OrganizationTransaction,
  rows: readonly ModelConfiguration[],
): Promise<void> => {
  const names = rows.map(({ part, provider, model }) => `${part} by ${provider} (${model})`);
  recordTimelineAtCommit(tx, {
    organizationId: actor.organizationId,
    kind: "system",
    actor: formatActor(actor),
    summary: names.length === 0 ? "The models were removed" : `Models were set: ${names.join(", ")}`,
    payload: { models: rows.map(({ part, provider, model }) => ({ part, provider, model })) },
  });
};

/**
 * Tells whether documents need vectors of the configured model, or of the default; where there is neither, their present
 * vectors stay. An organization that removes its model wants its keys gone at once, though documents have vectors of it.
 */
const compareDocuments = async (
  tx: OrganizationTransaction,
  { before, configured, isRemoved }: Record<"before" | "configured", NamedAccount | null> & { isRemoved: boolean },
): Promise<boolean> => {
  if (isRemoved) {
    await deleteAllFormerModels(tx);
    return configured !== null && markOutdated(tx, configured.name);
  }
  if (!configured) return false;
  // The documents' rows are locked first, in the same order as at the end of a document's reindexing.
  const isOutdated = await markOutdated(tx, configured.name);
  await replaceEmbeddingModel(tx, { before, configured: configured.name });
  return isOutdated;
};

const defaultRow = (choice: ModelChoice | null, organizationId: number): NamedAccount["row"] | null =>
  choice && {
    organization_id: organizationId,
    provider: choice.provider,
    model: choice.model,
    base_url: null,
    settings: {},
    api_key_sealed: null,
  };

/** Returns the model's name, the default's where none is configured, without opening its key, so that one that cannot be opened can still be replaced. */
const embeddingsOf = (
  rows: readonly ModelConfiguration[],
  { guardedRequests, defaultEmbeddings, actor }: OperationContext,
): NamedAccount | null => {
  const row = rows.find(({ part }) => part === "embeddings") ?? defaultRow(defaultEmbeddings, actor.organizationId);
  if (!row) return null;
  const { provider, model, base_url: baseUrl } = row;
  const embedder = openEmbedder({ provider, model, baseUrl, apiKey: row.api_key_sealed && "" }, guardedRequests);
  return embedder && { name: embedder.name, row };
};

interface Setting {
  part: ModelPart;
  input: PartInput;
  stored: ModelConfiguration | undefined;
}

const valuesOf = (context: OperationContext, { part, input, stored }: Setting) => {
  requireReadFields(part, input);
  // A configured part may stay, so that the others can be changed.
  if (isSpeech(part) && !stored && !hasAudio(context.config)) throw noAudioHere(part);
  const fault = input.base_url && context.guardedRequests.urlFault(input.base_url);
  if (fault) throw addressRefused(part, fault);
  const api_key_sealed = sealedKey(context, { part, input, stored });
  if (input.provider !== "local" && !input.base_url && !api_key_sealed) throw keyMissing(part, input.provider);
  return {
    provider: input.provider,
    model: input.model,
    base_url: input.base_url ?? null,
    settings: input.script ? { script: input.script } : {},
    api_key_sealed,
    updated_by: context.actor.userId,
  };
};

/** Refuses fields that the part's provider would not read. */
const requireReadFields = (part: ModelPart, { provider, base_url, api_key, script }: PartInput): void => {
  if (isSpeech(part) && !isSpeechProvider(provider)) throw noSpeechBy(part);
  const problem = isSpeech(part) && !base_url ? findAddressProblem(provider) : null;
  if (problem !== null) throw addressRefused(part, problem);
  if (script && (part !== "llm" || provider !== "local")) throw noScriptOf(part);
  if (provider === "local" && base_url) throw notOfLocal(part, "base_url");
  if (provider === "local" && api_key) throw notOfLocal(part, "api_key");
  if (!isSpeech(part) && provider !== "openai" && provider !== "local" && !base_url) {
    throw addressMissing(part, provider);
  }
};

const isSpeech = (part: ModelPart): boolean => part === "tts" || part === "stt";

/** Seals the key of a part; a stored key is used only with the server that it was entered for. */
const sealedKey = (context: OperationContext, { part, input, stored }: Setting): Buffer | null => {
  if (!input.api_key) return null;
  if (!isMask(input.api_key)) {
    return context.secrets.seal(input.api_key, buildModelKeySealContext(context.actor.organizationId, part));
  }
  const isSameServer = stored?.provider === input.provider && stored.base_url === (input.base_url ?? null);
  if (!stored?.api_key_sealed || !isSameServer) throw noKeyToKeep(part);
  return stored.api_key_sealed;
};
