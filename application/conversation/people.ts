import { sql } from "kysely";
import { changeTexts } from "../../domain/agent/change-texts.ts";
import { SupersededError } from "../../domain/conversation/conversation.ports.ts";
import type {
  AskedRequest,
  AskingTurn,
  Deliverable,
  People,
  PeopleNews,
} from "../../domain/conversation/people.ports.ts";
import type { Adapters } from "../../infra/adapters.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import { findThreadOfRun } from "../../infra/postgres/thread/threads.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { openRequest, type RequestOrigin } from "../request/open-request.ts";
import { proposeEdit } from "../request/propose-edit.ts";
import { readNews } from "../request/read-news.ts";
import { proposeToolCall } from "../request/request-actions.ts";
import { hideInGathered, hideInRequest, hideInWords } from "./hide-in-rows.ts";

/** Starts the workflow of a request. Rejects when Temporal is not reachable; maintenance starts it later. */
export type StartRequest = (row: RequestRow) => Promise<unknown>;

/** Creates the people of the organization for a conversation: requests are rows that they answer later. */
export const createPeople = (
  { database, secrets, logger }: Pick<Adapters, "database" | "secrets" | "logger">,
  startRequest: StartRequest,
): People => {
  const start = async (row: RequestRow) => {
    try {
      await startRequest(row);
    } catch (err) {
      logger.warn({ err, request_id: row.id }, "a request goes on; its workflow is started later");
    }
  };
  return {
    ask: async (claim, asked) => {
      const row = await database.inOrganization(claim.organizationId, async (tx) => {
        await requireClaim(tx, claim);
        return ask(tx, claim, { asked, secrets });
      });
      await start(row);
      return { requestId: row.id };
    },
    proposeEdit: async (claim, edit) => {
      const proposed = await database.inOrganization(claim.organizationId, async (tx) => {
        await requireClaim(tx, claim);
        const origin = await originOf(tx, claim, { ...edit, followUp: "nothing" });
        return proposeEdit(tx, origin, {
          change: (published) => changeTexts(published, edit.changes),
          reason: edit.reason,
        });
      });
      if ("fault" in proposed) return proposed;
      await start(proposed);
      return { requestId: proposed.id };
    },
    handOver: (claim, deliverable) =>
      database.inOrganization(claim.organizationId, async (tx) => {
        await requireClaim(tx, claim);
        await handOver(tx, claim, deliverable);
      }),
    news: (claim): Promise<PeopleNews> =>
      database.inOrganization(claim.organizationId, async (tx) => {
        await requireClaim(tx, claim);
        return readNews(tx, claim);
      }),
  };
};

const requireClaim = async (tx: OrganizationTransaction, claim: AskingTurn): Promise<void> => {
  const holder = await tx
    .selectFrom("conversations")
    .select("run_id")
    .where("run_id", "=", claim.runId)
    .where("active_token", "=", claim.token)
    .executeTakeFirst();
  if (!holder) throw new SupersededError("the turn is another's by now");
};

const ask = async (
  tx: OrganizationTransaction,
  claim: AskingTurn,
  { asked, secrets }: { asked: AskedRequest; secrets: SecretBox },
): Promise<RequestRow> => {
  const row = await openRequest(tx, await originOf(tx, claim, asked), hideInRequest(claim.redaction, asked.request));
  if (!asked.toolCall || row.tool_call_id !== null) return row;
  const toolCallId = await proposeToolCall(tx, { claim, call: asked.toolCall, request: row, secrets });
  await tx.updateTable("requests").set({ tool_call_id: toolCallId }).where("id", "=", row.id).execute();
  return row;
};

const originOf = async (
  tx: OrganizationTransaction,
  claim: AskingTurn,
  asked: Pick<AskedRequest, "callId" | "followUp" | "expiresInSeconds" | "waitSeconds">,
): Promise<RequestOrigin & { agentId: number }> => {
  const { agent_id: agentId } = await tx
    .selectFrom("call_runs")
    .select("agent_id")
    .where("id", "=", claim.runId)
    .executeTakeFirstOrThrow();
  const thread = await findThreadOfRun(tx, claim.runId);
  return {
    organizationId: claim.organizationId,
    ...(thread && { threadId: thread.uuid }),
    ...(thread?.kind === "channel" && { channelId: thread.folder_id }),
    // A repeated turn makes the same request with the same key.
    requestKey: `turn:${claim.uuid}:${asked.callId}`,
    actor: `agent:${agentId}`,
    agentId,
    runId: claim.runId,
    followUp: asked.followUp,
    ...(asked.expiresInSeconds !== undefined && { expiresInSeconds: asked.expiresInSeconds }),
    ...(asked.waitSeconds !== null && { waitSeconds: asked.waitSeconds }),
  };
};

/** A repeated turn finds the event of its first run and adds none. */
const handOver = async (
  tx: OrganizationTransaction,
  claim: AskingTurn,
  { callId, title, text, fields }: Deliverable,
): Promise<void> => {
  const key = `${claim.uuid}:${callId}`;
  const known = await tx
    .selectFrom("timeline_events")
    .select("id")
    .where("run_id", "=", claim.runId)
    .where("kind", "=", "deliverable")
    .where(sql<string>`payload->>'key'`, "=", key)
    .executeTakeFirst();
  if (known) return;
  const { agent_id: agentId } = await tx
    .selectFrom("call_runs")
    .select("agent_id")
    .where("id", "=", claim.runId)
    .executeTakeFirstOrThrow();
  const hide = (words: string) => hideInWords(claim.redaction, words);
  await recordTimeline(tx, {
    organizationId: claim.organizationId,
    kind: "deliverable",
    actor: `agent:${agentId}`,
    summary: hide(title),
    payload: { key, title: hide(title), text: hide(text), fields: hideInGathered(claim.redaction, fields) },
    agentId,
    runId: claim.runId,
  });
};
