import { sql } from "kysely";
import { readFetchedVariables, VARIABLES_WITHIN_MS } from "../../domain/call/pre-call-fetch.ts";
import type { ConversationRun, VariableSource } from "../../domain/conversation/conversation.ports.ts";
import { CREDENTIAL_OF_PRODUCTION, mayUseCredential } from "../../domain/environment/sandbox.rules.ts";
import { buildCredentialHeaders } from "../../domain/secret/credential-data.ts";
import type { Adapters } from "../../infra/adapters.ts";
import { SHORT_ANSWER_BYTES } from "../../infra/guarded-request/short-exchange.ts";
import { openCredential, readCredentialRow } from "../../infra/postgres/credential/credential.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";

/**
 * Asks an organization's own system for variables of a call, before the greeting. They are stored with the run and
 * override its context. Without an answer in time the call begins without them, and the timeline says why.
 */
export const fetchVariables = async (
  deps: Pick<Adapters, "database" | "secrets" | "guardedRequests">,
  run: ConversationRun,
  source: VariableSource,
): Promise<Record<string, unknown>> => {
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(run.organizationId, work);
  const request = await inside((tx) => readRequest(tx, { run, source, secrets: deps.secrets }));
  const fetched = "fault" in request ? request : await send(deps.guardedRequests, { ...request, url: source.url });
  if ("fault" in fetched) {
    await inside((tx) => recordFault(tx, run, fetched.fault));
    return {};
  }
  const { variables } = fetched;
  await inside((tx) =>
    tx
      .updateTable("call_runs")
      .set({ initial_context: sql`initial_context || ${JSON.stringify(variables)}::jsonb` })
      .where("id", "=", run.runId)
      .execute(),
  );
  return variables;
};

type Fault = { fault: string };
interface Outgoing {
  headers: Record<string, string>;
  body: string;
}

const readRequest = async (
  tx: OrganizationTransaction,
  { run, source, secrets }: { run: ConversationRun; source: VariableSource } & Pick<Adapters, "secrets">,
): Promise<Outgoing | Fault> => {
  const { environment, ...row } = await tx
    .selectFrom("call_runs")
    .select([
      "direction",
      "caller_number",
      "called_number",
      "campaign_id",
      "contact_id",
      "initial_context",
      "environment",
    ])
    .where("id", "=", run.runId)
    .executeTakeFirstOrThrow();
  const credential = source.credentialUuid === null ? null : await readCredentialRow(tx, source.credentialUuid);
  if (credential === undefined) return { fault: "its credential was removed" };
  if (credential && !mayUseCredential(environment, credential.environment)) return { fault: CREDENTIAL_OF_PRODUCTION };
  return {
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "idempotency-key": run.runUuid,
      ...(credential && buildCredentialHeaders(openCredential(credential, secrets))),
    },
    body: JSON.stringify({ event: "pre_call", workflow_id: run.agentId, workflow_run_id: run.runId, ...row }),
  };
};

const send = async (
  guardedRequests: Adapters["guardedRequests"],
  request: Outgoing & { url: string },
): Promise<{ variables: Record<string, unknown> } | Fault> => {
  const limits = { timeoutMs: VARIABLES_WITHIN_MS, maxResponseBytes: SHORT_ANSWER_BYTES };
  try {
    return readFetchedVariables(await guardedRequests.send({ method: "POST", ...request, ...limits }));
  } catch (error) {
    // No failure of the request may keep the call from beginning.
    return { fault: messageOf(error) };
  }
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "it could not be asked");

const recordFault = async (tx: OrganizationTransaction, run: ConversationRun, fault: string): Promise<void> => {
  await recordTimeline(tx, {
    organizationId: run.organizationId,
    kind: "system",
    actor: "system",
    summary: `The call began without what your system knows of it: ${fault}`,
    payload: { event: "pre_call_fetch_failed" },
    agentId: run.agentId,
    runId: run.runId,
  });
};
