import { z } from "zod";
import {
  listUuids,
  type ReadingAgent,
  selectReadableDocuments,
} from "../application/document/select-readable-documents.ts";
import { hasAudio } from "../application/web-call/has-audio.ts";
import type { AgentDefinition } from "../domain/agent/agent-definition.ts";
import type { AgentSettings } from "../domain/agent/agent-settings.ts";
import { type DefinitionError, describeEdgeError, describeNodeError } from "../domain/agent/definition-error.ts";
import { edgeProperties, findNodeSpecification } from "../domain/agent/node-catalogue.ts";
import type { PropertySpecification, PropertyType } from "../domain/agent/node-specification.ts";
import { type Environment, mayUse, mayUseCredential } from "../domain/environment/sandbox.rules.ts";
import { isSecretHeader, SECRET_IN_HEADER } from "../domain/tool/secret-header.ts";
import { explainUnusable } from "../domain/tool/tool-states.ts";
import type { OrganizationTransaction } from "../infra/postgres/database.ts";
import { type FieldFault, HttpError } from "./http/http-error.ts";
import type { OperationContext } from "./http/operation-context.ts";

/** A reference of a definition or its settings to something outside, and its place. */
interface Reference {
  type: PropertyType;
  value: string;
  error(message: string): DefinitionError;
}

/** Returns every reference of a definition that does not exist or that its agent may not use. */
export const checkReferences = async (
  { guardedRequests }: Pick<OperationContext, "guardedRequests">,
  tx: OrganizationTransaction,
  { definition, agent, environment }: { definition: AgentDefinition; agent: ReadingAgent; environment: Environment },
): Promise<DefinitionError[]> => {
  const references = referencesIn(definition);
  const valuesOf = (type: PropertyType) =>
    references.filter((reference) => reference.type === type).map(({ value }) => value);
  const tools = await readTools(tx, valuesOf("tool_refs"));
  const documents = await readingOf(tx, agent, valuesOf("document_refs"));
  const credentials = await knownCredentials(tx, valuesOf("credential_ref"));
  const recordings = await knownRecordings(tx, valuesOf("recording_ref"));
  const checks: Partial<Record<PropertyType, (value: string) => string | null>> = {
    tool_refs: (value) => toolFault(environment, tools.get(value.toLowerCase())),
    document_refs: (value) => documentFault(documents.get(value.toLowerCase())),
    credential_ref: (value) => credentialFault(environment, credentials.get(value.toLowerCase())),
    recording_ref: (value) => (recordings.has(value) ? null : NO_RECORDING),
    url: (value) => guardedRequests.urlFault(value),
  };
  const faults = references.flatMap((reference) => {
    const message = checks[reference.type]?.(reference.value) ?? null;
    return message === null ? [] : [reference.error(message)];
  });
  return [...faults, ...definition.nodes.flatMap(findSecretHeaders)];
};

/** The headers of a webhook stand in the definition, which everybody reads. */
const findSecretHeaders = ({ id, data }: AgentDefinition["nodes"][number]): DefinitionError[] => {
  const headers = headerRows.safeParse(data["custom_headers"]);
  return (headers.data ?? []).flatMap(({ key }, index) =>
    isSecretHeader(key) ? [describeNodeError(id, SECRET_IN_HEADER, `data.custom_headers.${index}.value`)] : [],
  );
};

const headerRows = z.array(z.object({ key: z.string() }));

const NO_CREDENTIAL = "There is no such credential; credentials.list shows the existing ones";

export const NO_RECORDING = "There is no such recording; recordings.list shows the existing ones";

/** Why something of an environment may not name a credential; `credential` is the one's environment, where it exists. */
export const credentialFault = (environment: Environment, credential: Environment | undefined): string | null => {
  if (credential === undefined) return NO_CREDENTIAL;
  if (mayUseCredential(environment, credential)) return null;
  return environment === "sandbox"
    ? "The credential is of production: name one that was made with a sandbox key"
    : "The credential was made in the sandbox, whose keys may change it: name one of production";
};

const toolFault = (
  environment: Environment,
  tool: { status: string; environment: Environment } | undefined,
): string | null => {
  if (tool === undefined) return "There is no such tool; tools.list shows the existing ones";
  if (!mayUse(environment, tool.environment))
    return "The tool was made in the sandbox, whose keys may change it: make it once more";
  return explainUnusable(tool);
};

const documentFault = (mayRead: boolean | undefined): string | null => {
  if (mayRead === undefined) return "There is no such document; knowledge.list shows the existing ones";
  return mayRead ? null : "The document belongs to another agent or channel: this agent may not read it";
};

/** Returns tools by UUID; missing ones are absent. */
const readTools = async (tx: OrganizationTransaction, uuids: readonly string[]) => {
  const rows = await tx
    .selectFrom("tools")
    .select(["tool_uuid", "status", "environment"])
    .where("tool_uuid", "in", listUuids(uuids))
    .execute();
  return new Map(rows.map(({ tool_uuid, ...tool }) => [tool_uuid, tool]));
};

/** Returns by UUID whether the agent may read the document when a node names it; missing documents are absent. */
const readingOf = async (tx: OrganizationTransaction, agent: ReadingAgent, uuids: readonly string[]) => {
  const known = await tx
    .selectFrom("documents")
    .select("document_uuid as uuid")
    .where("document_uuid", "in", listUuids(uuids))
    .where("deleted_at", "is", null)
    .execute();
  const readable = await selectReadableDocuments(tx, agent, uuids)
    .select("seen.document_uuid as uuid")
    .where("seen.document_uuid", "in", listUuids(uuids))
    .execute();
  const mayBeRead = new Set(readable.map(({ uuid }) => uuid));
  return new Map(known.map(({ uuid }) => [uuid, mayBeRead.has(uuid)]));
};

/** Returns credentials' environments by UUID; missing ones are absent. */
const knownCredentials = async (
  tx: OrganizationTransaction,
  uuids: readonly string[],
): Promise<Map<string, Environment>> => {
  const rows = await tx
    .selectFrom("credentials")
    .select(["uuid", "environment"])
    .where("uuid", "in", listUuids(uuids))
    .execute();
  return new Map(rows.map(({ uuid, environment }) => [uuid, environment]));
};

const knownRecordings = async (tx: OrganizationTransaction, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("workflow_recordings")
    .select("recording_id")
    .where("recording_id", "in", ids)
    .where("state", "=", "ready")
    .execute();
  return new Set(rows.map(({ recording_id }) => recording_id));
};

const referencesIn = ({ nodes, edges }: AgentDefinition): Reference[] => [
  ...nodes.flatMap((node) =>
    inData(findNodeSpecification(node.type)?.properties ?? [], node.data, (field, message) =>
      describeNodeError(node.id, message, field),
    ),
  ),
  ...edges.flatMap((edge) =>
    inData(edgeProperties, edge.data, (field, message) => describeEdgeError(edge.id, message, field)),
  ),
];

const inData = (
  properties: readonly PropertySpecification[],
  data: Readonly<Record<string, unknown>>,
  errorAt: (field: string, message: string) => DefinitionError,
): Reference[] =>
  properties.flatMap(({ name, type }) => {
    const value = data[name];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each, index) => {
      if (typeof each !== "string" || each === "") return [];
      const field = Array.isArray(value) ? `data.${name}.${index}` : `data.${name}`;
      return [{ type, value: each, error: (message: string) => errorAt(field, message) }];
    });
  });

const MODEL_PARTS = ["llm", "tts", "stt"] as const;

const NO_AUDIO =
  "There are no conversations with audio here, because the operator has set neither LIVEKIT_URL nor LOCAL_SPEECH; carriers speak and hear with voices and recognition of their own. Leave it out";

/**
 * Refuses settings that name a missing credential or a forbidden address, and models for speech on a platform where no conversation
 * has audio.
 */
export const requireSettingsReferences = async (
  { guardedRequests, config }: Pick<OperationContext, "guardedRequests" | "config">,
  tx: OrganizationTransaction,
  { models, environment }: Pick<AgentSettings, "models"> & { environment: Environment },
): Promise<void> => {
  const faults: FieldFault[] = [];
  for (const part of MODEL_PARTS) {
    const { base_url: address = null, credential_uuid: uuid = null } = models?.[part] ?? {};
    const loc = ["body", "workflow_configurations", "models", part];
    const fault = (field: string, msg: string) => faults.push({ loc: [...loc, field], msg, type: "value_error" });
    if (part !== "llm" && models?.[part] && !hasAudio(config)) faults.push({ loc, msg: NO_AUDIO, type: "value_error" });
    const addressFault = address === null ? null : guardedRequests.urlFault(address);
    if (addressFault !== null) fault("base_url", addressFault);
    const known = uuid === null ? null : await knownCredentials(tx, [uuid]);
    const keyFault = known && credentialFault(environment, known.get((uuid ?? "").toLowerCase()));
    if (keyFault !== null) fault("credential_uuid", keyFault);
  }
  if (faults.length > 0) throw new HttpError(422, "validation_error", faults);
};
