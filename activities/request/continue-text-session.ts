import { hideInWords } from "../../application/conversation/hide-in-rows.ts";
import { openTextConversation } from "../../application/conversation/open-text-conversation.ts";
import { tellOfNoReply } from "../../application/message/queue-agent-reply.ts";
import { sendReply } from "../../application/message/send-reply.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { readRedaction } from "../../infra/postgres/call/run-redaction.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findLastOfThread } from "../../infra/postgres/message/agent-texts.repository.ts";
import type { RequestRow } from "../../infra/postgres/request/request.entity.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import { recordAgentWords } from "../../infra/postgres/thread/thread-words.repository.ts";
import { findThreadOfRun } from "../../infra/postgres/thread/threads.repository.ts";
import type { ReplyLater } from "../../workflows/thread/thread.ports.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/**
 * Lets the agent of a text session continue with the answer; in a thread its words become a message, or a
 * text. The same answer starts no second turn. Returns when it is to be sent where that is later.
 */
export const continueTextSession = async (
  deps: WorkerDependencies,
  { run, request }: { run: CallRun; request: RequestRow },
): Promise<ReplyLater | undefined> => {
  const conversation = await openTextConversation(deps, { run, publicBaseUrl: deps.publicBaseUrl });
  const report = await conversation.hearNews({
    turnKey: `request:${request.id}:${request.undone_at === null ? "settled" : "undone"}`,
  });
  if (report.kind !== "done") return undefined;
  const text = report.outcome.said.map((sentence) => sentence.text).join(" ");
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(run.organization_id, work);
  const thread = await inside((tx) => findThreadOfRun(tx, run.id));
  if (!thread) return undefined;
  if (thread.kind === "texts") return sendNews(deps, { run, thread, turnUuid: report.turnUuid, text });
  await inside(async (tx) => {
    const shown = hideInWords(await readRedaction(tx, run.id), text);
    await recordAgentWords(tx, thread, { run, text: shown, turnUuid: report.turnUuid });
  });
  return undefined;
};

/** The person gets the words as a text; what forbids it is told in the feed. */
const sendNews = async (
  deps: WorkerDependencies,
  { run, thread, turnUuid, text }: { run: CallRun; thread: Thread; turnUuid: string; text: string },
): Promise<ReplyLater | undefined> => {
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(run.organization_id, work);
  const message = await inside((tx) => findLastOfThread(tx, thread));
  if (!message) return undefined;
  const sent = await sendReply(deps, { run, message, threadUuid: thread.uuid, key: `news:${turnUuid}`, text });
  if (sent.kind === "later") return { laterSeconds: sent.laterSeconds };
  if (sent.kind === "unsent")
    await inside((tx) => tellOfNoReply(tx, { message, agentId: run.agent_id, sentence: sent.says }));
  return undefined;
};
