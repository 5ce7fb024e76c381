import type { WebhookNode } from "../../domain/agent/after-conversation-nodes.ts";
import { CREDENTIAL_OF_PRODUCTION, mayUseCredential } from "../../domain/environment/sandbox.rules.ts";
import { hideInFields, redactionIn } from "../../domain/privacy/hide-sensitive.ts";
import { buildCredentialHeaders } from "../../domain/secret/credential-data.ts";
import { fillValue } from "../../domain/tool/fill-request-fields.ts";
import { ToolFault } from "../../domain/tool/tool-fault.ts";
import { listSignedHeaders } from "../../domain/webhook/webhook-request.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { RunAgent } from "../../infra/postgres/call/run-agent.repository.ts";
import { readWords } from "../../infra/postgres/conversation/words.repository.ts";
import { openCredential, readCredentialRow } from "../../infra/postgres/credential/credential.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { signWebhook } from "../../infra/postgres/webhook/webhook-secret.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

interface RunWebhook {
  run: CallRun;
  agent: RunAgent;
  node: WebhookNode;
  /** The same for every try. */
  messageId: string;
  signingSecret: string | null;
  now: Date;
  secrets: SecretBox;
}

export interface WebhookRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Builds the request of one webhook node: its payload filled from the call, signed, with its credential last. */
export const buildRunWebhook = async (
  tx: OrganizationTransaction,
  { run, agent, node, messageId, signingSecret, now, secrets }: RunWebhook,
): Promise<WebhookRequest | { fault: string }> => {
  const credential = node.credentialUuid === null ? null : await readCredentialRow(tx, node.credentialUuid);
  if (credential === undefined) return { fault: "Its credential was removed" };
  if (credential && !mayUseCredential(run.environment, credential.environment))
    return { fault: `It was not sent: ${CREDENTIAL_OF_PRODUCTION}` };
  const redaction = redactionIn(agent.redaction, "webhooks");
  const hide = (fields: Record<string, unknown>) => (redaction ? hideInFields(fields, redaction) : fields);
  const known = hide(await factsOf(tx, run));
  const values = { ...hide({ ...agent.variables, ...run.gathered_context }), ...known };
  const payload = fillPayload(node, { known, values });
  if (payload instanceof ToolFault) return { fault: payload.message };
  const hasBody = node.method !== "GET" && node.method !== "DELETE";
  const body = hasBody ? JSON.stringify(payload) : "";
  const headers = new Map<string, string>();
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), value);
  for (const { key, value } of node.headers) set(key, value);
  if (hasBody) set("content-type", "application/json");
  set("user-agent", "Ringdown-Webhooks/1");
  const signed = { id: messageId, timestamp: Math.floor(now.getTime() / 1000), body };
  const signatures = signingSecret ? [signWebhook(signingSecret, signed)] : [];
  for (const [name, value] of Object.entries(listSignedHeaders(signed, signatures))) set(name, value);
  const proof = credential && buildCredentialHeaders(openCredential(credential, secrets));
  for (const [name, value] of Object.entries(proof ?? {})) set(name, value);
  return {
    method: node.method,
    url: hasBody ? node.url : withQuery(node.url, payload),
    headers: Object.fromEntries(headers),
    ...(hasBody && { body }),
  };
};

const fillPayload = (
  { payload }: WebhookNode,
  { known, values }: Record<"known" | "values", Record<string, unknown>>,
): unknown => {
  try {
    return payload === null ? known : fillValue(payload, values);
  } catch (error) {
    if (error instanceof ToolFault) return error;
    throw error;
  }
};

/** Returns the facts of the call, which are sent without a template and can all be named in one. */
const factsOf = async (tx: OrganizationTransaction, run: CallRun): Promise<Record<string, unknown>> => {
  const words = await readWords(tx, run.id);
  return {
    event: "call_completed",
    workflow_id: run.agent_id,
    workflow_run_id: run.id,
    workflow_run_uuid: run.uuid,
    workflow_run_name: run.name,
    campaign_id: run.campaign_id,
    contact_id: run.contact_id,
    direction: run.direction,
    environment: run.environment,
    caller_number: run.caller_number,
    called_number: run.called_number,
    outcome: run.outcome,
    disposition: run.disposition,
    end_reason: run.end_reason,
    started_at: run.started_at,
    answered_at: run.answered_at,
    ended_at: run.ended_at,
    duration_seconds: run.duration_seconds,
    initial_context: run.initial_context,
    gathered_context: run.gathered_context,
    evidence: run.evidence,
    annotations: run.annotations,
    transcript: words
      .filter(({ speaker }) => speaker === "agent" || speaker === "person")
      .map(({ speaker, heard }) => `${speaker}: ${heard}`)
      .join("\n"),
  };
};

/** Adds the payload's fields to the address of a request without a body. */
const withQuery = (address: string, payload: unknown): string => {
  const url = new URL(address);
  const fields: object = typeof payload === "object" && payload !== null ? payload : {};
  for (const [name, value] of Object.entries<unknown>({ ...fields })) {
    if (value === null || value === undefined || name === "transcript") continue;
    url.searchParams.set(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return url.href;
};
