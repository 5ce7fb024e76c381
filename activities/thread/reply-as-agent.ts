import { hideInWords } from "../../application/conversation/hide-in-rows.ts";
import { readIdleSeconds } from "../../application/conversation/idle-seconds.ts";
import { openTextConversation } from "../../application/conversation/open-text-conversation.ts";
import { readBody } from "../../application/message/hide-in-text.ts";
import { sendReply } from "../../application/message/send-reply.ts";
import { isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import type { TurnReport } from "../../domain/conversation/conversation.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { readRedaction } from "../../infra/postgres/call/run-redaction.repository.ts";
import { beginSessionRun } from "../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { seedFormerTexts } from "../../infra/postgres/message/agent-texts.repository.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { findText } from "../../infra/postgres/message/text-messages.repository.ts";
import { endReplyUnanswered } from "../../infra/postgres/thread/end-reply-unanswered.ts";
import { endReply, moveReply, writeDraft } from "../../infra/postgres/thread/replies.repository.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import type { ThreadReply } from "../../infra/postgres/thread/thread-reply.entity.ts";
import { findOrCreateThreadRun } from "../../infra/postgres/thread/thread-sessions.repository.ts";
import { recordAgentWords, seedFormerWords } from "../../infra/postgres/thread/thread-words.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { endSessionSignal } from "../../workflows/session.contract.ts";
import { textSessionContract, textSessionStartOptions } from "../../workflows/text-session/text-session.contract.ts";
import type { ReplyLater } from "../../workflows/thread/thread.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { signalIfOpen } from "../signal-if-open.ts";
import { createDraftSession } from "./draft-session.ts";

/** A reply of an agent, in a session of its own. */
type AgentReply = ThreadReply & { agent_id: number; run_id: number };
type DoneTurn = Extract<TurnReport, { kind: "done" }>;

/**
 * Lets the agent reply in its session of the thread. The message is the key of the turn: a repetition gets what was
 * said, and takes over what a lost process has begun. A session that is over is followed by a new one. Returns when it is to be sent
 * where that is later.
 */
export const replyAsAgent = async (deps: WorkerDependencies, reply: AgentReply): Promise<ReplyLater | undefined> => {
  const taken = await deps.database.inOrganization(reply.organization_id, (tx) => takeSession(deps, tx, reply));
  const options = textSessionStartOptions(taken.run, { inactivitySeconds: taken.idleSeconds });
  await tryToStart(deps, textSessionContract.type, options);
  const report = await talk(deps, { reply, ...taken });
  switch (report.kind) {
    case "done":
      return finish(deps, { reply, ...taken, report });
    case "over": {
      const moved = await deps.database.inOrganization(reply.organization_id, (tx) => beginAnew(tx, reply));
      return moved && (await replyAsAgent(deps, moved));
    }
    case "stale":
    case "superseded":
      throw new Error(`another process carries the turn out: ${report.kind}`);
  }
};

interface Taken {
  run: CallRun;
  thread: Thread;
  /** The person's message. */
  text: string;
  /** The text (SMS) that it is; null: it was written in the console or by the API. */
  message: TextMessage | null;
  /** After so long without a message the session ends. */
  idleSeconds: number;
}

/** Returns the open session in which the reply is given. */
const takeSession = async (
  { secrets }: Pick<WorkerDependencies, "secrets">,
  tx: OrganizationTransaction,
  reply: AgentReply,
): Promise<Taken> => {
  const thread = await tx.selectFrom("threads").selectAll().where("id", "=", reply.thread_id).executeTakeFirstOrThrow();
  const run = await tx.selectFrom("call_runs").selectAll().where("id", "=", reply.run_id).executeTakeFirstOrThrow();
  const message = await tx
    .selectFrom("timeline_events")
    .select(["summary", "payload"])
    .where("id", "=", reply.event_id)
    .executeTakeFirstOrThrow();
  if (await beginSessionRun(tx, run)) await tellOfBeginning(tx, run);
  const { text: written, message_id: messageId } = message.payload;
  const isOfTexts = thread.kind === "texts";
  const found = isOfTexts && typeof messageId === "string" ? await findText(tx, messageId) : null;
  return {
    run,
    thread,
    text: found ? readBody(secrets, found) : typeof written === "string" ? written : message.summary,
    message: found ?? null,
    idleSeconds: await readIdleSeconds(tx, { thread, run }),
  };
};

/** Moves the reply to an open session; undefined when the agent may not be used any more. */
const beginAnew = async (tx: OrganizationTransaction, reply: AgentReply): Promise<AgentReply | undefined> => {
  const thread = await tx
    .selectFrom("threads")
    .selectAll()
    .where("id", "=", reply.thread_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const former = await tx
    .selectFrom("call_runs")
    .select(["environment", "caller_number", "called_number"])
    .where("id", "=", reply.run_id)
    .executeTakeFirstOrThrow();
  const { environment, caller_number: person, called_number: own } = former;
  const numbers = person === null || own === null ? undefined : { person, own };
  const run = await findOrCreateThreadRun(tx, { thread, agentId: reply.agent_id, environment, numbers });
  if (isAgentObstacle(run)) {
    await endReplyUnanswered(tx, { reply, thread, says: run.sentence });
    return undefined;
  }
  const moved = await moveReply(tx, { id: reply.id, runId: run.id });
  return moved && { ...moved, agent_id: reply.agent_id, run_id: run.id };
};

const tellOfBeginning = async (tx: OrganizationTransaction, run: CallRun): Promise<void> => {
  await recordTimeline(tx, {
    organizationId: run.organization_id,
    kind: "call_started",
    actor: `agent:${run.agent_id}`,
    summary: `${run.name}: a session in text began`,
    payload: { mode: run.mode, environment: run.environment },
    agentId: run.agent_id,
    runId: run.id,
  });
};

const talk = async (
  deps: WorkerDependencies,
  { reply, run, thread, text, message }: Taken & { reply: AgentReply },
): Promise<TurnReport> => {
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(reply.organization_id, work);
  const redaction = await inside((tx) => readRedaction(tx, run.id));
  const draft = createDraftSession((words) =>
    inside((tx) => writeDraft(tx, { id: reply.id, text: hideInWords(redaction, words) })).catch((err: unknown) => {
      deps.logger.warn(
        { err, reply_id: reply.id },
        "a reply in progress could not be stored; it goes on without being shown",
      );
    }),
  );
  const conversation = await openTextConversation(deps, {
    run,
    session: draft.session,
    publicBaseUrl: deps.publicBaseUrl,
  });
  await inside((tx) =>
    message
      ? seedFormerTexts(tx, { run, before: message })
      : seedFormerWords(tx, { thread, run, before: reply.event_id }),
  );
  try {
    return await conversation.hear({ kind: "speech", text, turnKey: `message:${reply.event_id}` });
  } finally {
    await draft.close();
  }
};

const finish = async (
  deps: WorkerDependencies,
  { reply, run, thread, message, report }: Taken & { reply: AgentReply; report: DoneTurn },
): Promise<ReplyLater | undefined> => {
  const { said, next } = report.outcome;
  const spoken = said.map((sentence) => sentence.text).join(" ");
  const key = `reply:${message?.uuid}`;
  const sent = message && (await sendReply(deps, { run, message, threadUuid: thread.uuid, key, text: spoken }));
  if (sent?.kind === "later") return { laterSeconds: sent.laterSeconds };
  await deps.database.inOrganization(reply.organization_id, async (tx) => {
    if (sent?.kind === "unsent") return endReplyUnanswered(tx, { reply, thread, says: sent.says });
    const text = hideInWords(await readRedaction(tx, run.id), spoken);
    if (!(await endReply(tx, { id: reply.id, state: "done", text })) || sent) return;
    await recordAgentWords(tx, thread, { run, text, turnUuid: report.turnUuid, replyTo: reply.event_id });
  });
  if (next.kind !== "end") return undefined;
  const address = { organizationId: run.organization_id, runUuid: run.uuid };
  await signalIfOpen(deps.temporal, textSessionContract.workflowId(address), endSessionSignal);
  return undefined;
};
