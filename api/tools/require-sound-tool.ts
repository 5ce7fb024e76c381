import { namesAccount } from "../../application/tool/tool-credential.ts";
import { isKnown } from "../../domain/agent/usable-agent-version.ts";
import { LONGEST_HOLD_MUSIC_SECONDS } from "../../domain/call/transfer.rules.ts";
import type { Environment } from "../../domain/environment/sandbox.rules.ts";
import { isSecretHeader, SECRET_IN_HEADER } from "../../domain/tool/secret-header.ts";
import type { ToolDefinition } from "../../domain/tool/tool-definition.ts";
import { findAgent } from "../../infra/postgres/agent/agent.repository.ts";
import { Channel } from "../../infra/postgres/channel/channel.entity.ts";
import { findCredential } from "../../infra/postgres/credential/credential.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { findRecording } from "../../infra/postgres/recording/recording.repository.ts";
import { credentialFault } from "../check-references.ts";
import { type FieldFault, HttpError, invalidField } from "../http/http-error.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { findConnectorFaults } from "./checked-connector.ts";
import { findMcpAccountFaults } from "./checked-mcp-account.ts";

interface Reference {
  value: string;
  loc: string[];
}

/**
 * Refuses a definition with a wrong category, or with addresses, credentials or recordings that may not be used.
 * Returns its stored form.
 */
export const requireSoundTool = async (
  context: OperationContext,
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  { category, definition, environment }: { category: string; definition: ToolDefinition; environment: Environment },
): Promise<ToolDefinition> => {
  if (definition.type !== category) {
    throw invalidField(["definition", "type"], `The category is ${category}: definition.type must be the same`);
  }
  const faults: FieldFault[] = urlsOf(definition).flatMap(({ value, loc }) => {
    const msg = context.guardedRequests.urlFault(value);
    return msg === null ? [] : [{ loc: ["body", "definition", ...loc], msg, type: "value_error" }];
  });
  for (const { value, loc } of credentialsOf(definition)) {
    const msg = credentialFault(environment, (await findCredential(em, value))?.environment);
    if (msg !== null) faults.push({ loc: ["body", "definition", ...loc], msg, type: "value_error" });
  }
  for (const { value, loc } of headersOf(definition)) {
    if (isSecretHeader(value))
      faults.push({ loc: ["body", "definition", ...loc, value], msg: SECRET_IN_HEADER, type: "value_error" });
  }
  for (const { said, text, recordingId, ...fields } of messagesOf(definition)) {
    const msg = await messageFault(tx, { said, text, recordingId });
    const field = said === "audio" ? fields.recordingField : fields.textField;
    if (msg !== null) faults.push({ loc: ["body", "definition", "config", field], msg, type: "value_error" });
  }
  const hold = definition.type === "transfer_call" ? await holdFault(tx, definition.config.hold) : null;
  if (hold !== null) faults.push({ loc: ["body", "definition", "config", "hold"], msg: hold, type: "value_error" });
  const otherAgent = definition.type === "transfer_call" ? definition.config.workflow_id : null;
  if (otherAgent !== null && !isKnown(await findAgent(tx, otherAgent)))
    faults.push({ loc: ["body", "definition", "config", "workflow_id"], msg: NO_AGENT, type: "value_error" });
  const channelId = definition.type === "transfer_call" ? definition.config.channel_id : null;
  if (channelId !== null && !(await em.findOne(Channel, { id: channelId })))
    faults.push({ loc: ["body", "definition", "config", "channel_id"], msg: NO_CHANNEL, type: "value_error" });
  if (environment === "sandbox" && namesAccount(definition)) faults.push(ACCOUNT_OF_PRODUCTION);
  if (definition.type === "mcp") faults.push(...(await findMcpAccountFaults(tx, definition)));
  if (definition.type === "connector") faults.push(...(await findConnectorFaults(context, tx, definition)));
  if (faults.length > 0) throw new HttpError(422, "validation_error", faults);
  return definition;
};

const NO_AGENT = "There is no such agent in the organization";

const NO_CHANNEL = "There is no such channel in the organization";

const ACCOUNT_OF_PRODUCTION: FieldFault = {
  loc: ["body", "definition", "config", "account_id"],
  msg: "Connected accounts are of production: a tool of the sandbox names none",
  type: "value_error",
};

const urlsOf = (definition: ToolDefinition): Reference[] => {
  if (definition.type === "http_api" || definition.type === "mcp") {
    return [{ value: definition.config.url, loc: ["config", "url"] }];
  }
  if (definition.type !== "transfer_call" || !definition.config.resolver) return [];
  return [{ value: definition.config.resolver.url, loc: ["config", "resolver", "url"] }];
};

/** The names of the headers that are always sent. */
const headersOf = (definition: ToolDefinition): Reference[] => {
  const named = (headers: object, ...loc: string[]) => Object.keys(headers).map((value) => ({ value, loc }));
  if (definition.type === "http_api") return named(definition.config.headers, "config", "headers");
  if (definition.type !== "transfer_call") return [];
  return named(definition.config.resolver?.headers ?? {}, "config", "resolver", "headers");
};

const credentialsOf = (definition: ToolDefinition): Reference[] => {
  const reference = (value: string | null | undefined, ...loc: string[]) => (value ? [{ value, loc }] : []);
  if (definition.type === "http_api" || definition.type === "mcp") {
    return reference(definition.config.credential_uuid, "config", "credential_uuid");
  }
  if (definition.type !== "transfer_call") return [];
  return reference(definition.config.resolver?.credential_uuid, "config", "resolver", "credential_uuid");
};

/** The message of a tool before it runs, ends a call, or transfers it. */
interface Message {
  said: "text" | "custom" | "audio" | "none" | null;
  text: string | null;
  recordingId: string | null;
  textField: string;
  recordingField: string;
}

const messagesOf = (definition: ToolDefinition): Message[] => {
  if (definition.type === "http_api") {
    const { customMessageType: said, customMessage: text, customMessageRecordingId: recordingId } = definition.config;
    return [{ said, text, recordingId, textField: "customMessage", recordingField: "customMessageRecordingId" }];
  }
  if (definition.type !== "end_call" && definition.type !== "transfer_call") return [];
  const { messageType: said, customMessage: text, audioRecordingId: recordingId } = definition.config;
  return [{ said, text, recordingId, textField: "customMessage", recordingField: "audioRecordingId" }];
};

const holdFault = async (
  tx: OrganizationTransaction,
  hold: { recording_id: string | null } | null,
): Promise<string | null> => {
  if (!hold?.recording_id) return null;
  const recording = await findRecording(tx, hold.recording_id);
  if (!recording) return "There is no such recording; recordings.list shows the existing ones";
  return recording.length_ms !== null && recording.length_ms <= LONGEST_HOLD_MUSIC_SECONDS * 1000
    ? null
    : `What a caller hears on hold lasts at most ${LONGEST_HOLD_MUSIC_SECONDS} seconds and is repeated: upload a shorter piece, as WAV`;
};

const messageFault = async (
  tx: OrganizationTransaction,
  { said, text, recordingId }: Pick<Message, "said" | "text" | "recordingId">,
): Promise<string | null> => {
  if (said === "custom" && !text) return "A custom message needs its words here";
  if (said !== "audio") return null;
  if (!recordingId) return "Name the recording that is played, or choose another type of message";
  const isThere = (await findRecording(tx, recordingId)) !== undefined;
  return isThere ? null : "There is no such recording; recordings.list shows the existing ones";
};
