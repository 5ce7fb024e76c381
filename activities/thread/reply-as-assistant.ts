import { readModelChoice } from "../../application/model/model-choice.ts";
import type { Asker } from "../../domain/assistant/asker.ts";
import { runAssistantTurn } from "../../domain/assistant/run-assistant-turn.ts";
import { type ChatMessage, ModelError } from "../../domain/model/chat-model.ts";
import type { ModelUsage } from "../../domain/model/model-usage.ts";
import { ASSISTANT_REPLY_MS, WRITTEN_REPLY } from "../../domain/model/reply-limits.ts";
import { shortenSummary } from "../../domain/timeline/shorten-summary.ts";
import { countModelUsage } from "../../infra/models/counted-model.ts";
import { openModel } from "../../infra/models/open-model.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { addReplyUsage } from "../../infra/postgres/model/reply-usage.repository.ts";
import { readAsker, readThreadMessages } from "../../infra/postgres/thread/assistant-thread.repository.ts";
import { endReplyUnanswered } from "../../infra/postgres/thread/end-reply-unanswered.ts";
import { endReply, writeDraft } from "../../infra/postgres/thread/replies.repository.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import type { ThreadReply } from "../../infra/postgres/thread/thread-reply.entity.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { tryToStart } from "../../infra/temporal/start-workflow.ts";
import { requestContract, requestStartOptions } from "../../workflows/request/request.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { carryOutFunction } from "./assistant/carry-out-function.ts";
import { createDraftSession } from "./draft-session.ts";

interface Asked {
  reply: ThreadReply;
  thread: Thread;
  asker: Asker;
  messages: ChatMessage[];
}

/**
 * Lets the assistant reply. It only reads, and each proposal has a key derived from the reply: a repetition asks the
 * model again and proposes nothing twice.
 */
export const replyAsAssistant = async (deps: WorkerDependencies, reply: ThreadReply): Promise<void> => {
  const asked = await deps.database.inOrganization(reply.organization_id, (tx) => readAsked(tx, reply));
  if (!asked) return;
  try {
    const text = await think(deps, asked);
    await deps.database.inOrganization(reply.organization_id, (tx) => finish(tx, asked, text));
  } catch (error) {
    if (!(error instanceof ModelError) || error.isPassing) throw error;
    const says = `The model did not answer: ${error.message}`;
    await deps.database.inOrganization(reply.organization_id, (tx) => endReplyUnanswered(tx, { ...asked, says }));
  }
};

const readAsked = async (tx: OrganizationTransaction, reply: ThreadReply): Promise<Asked | null> => {
  const thread = await tx.selectFrom("threads").selectAll().where("id", "=", reply.thread_id).executeTakeFirstOrThrow();
  const asker = await readAsker(tx, reply);
  if (!asker) {
    await endReplyUnanswered(tx, { reply, thread, says: "The person who asked is no longer a member" });
    return null;
  }
  const messages = await readThreadMessages(tx, { uuid: thread.uuid, eventId: reply.event_id });
  return { reply, thread, asker, messages };
};

const think = async (deps: WorkerDependencies, { reply, thread, asker, messages }: Asked): Promise<string> => {
  const { organization_id: organizationId } = reply;
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const choice = await inside((tx) => readModelChoice(tx, { organizationId, part: "llm", secrets: deps.secrets }));
  const draft = createDraftSession((text) =>
    inside((tx) => writeDraft(tx, { id: reply.id, text })).catch((err: unknown) => {
      deps.logger.warn(
        { err, reply_id: reply.id },
        "a reply in progress could not be stored; it goes on without being shown",
      );
    }),
  );
  let calls = 0;
  const used: ModelUsage[] = [];
  try {
    return await runAssistantTurn({
      model: countModelUsage(openModel(choice, deps.guardedRequests, WRITTEN_REPLY), (usage) => used.push(usage)),
      messages,
      onText: (text) => draft.session.form?.(text),
      carryOut: (call) => {
        calls += 1;
        const proposing = {
          ...deps,
          organizationId,
          asker,
          inside,
          words: lastWordsOf(messages),
          requestKey: `reply:${reply.id}:${calls}`,
          threadUuid: thread.uuid,
          start: (row: Parameters<typeof requestStartOptions>[0]) =>
            tryToStart(deps, requestContract.type, requestStartOptions(row)),
        };
        return carryOutFunction(proposing, call);
      },
      signal: AbortSignal.timeout(ASSISTANT_REPLY_MS),
    });
  } finally {
    await draft.close();
    // A failure to store the cost must not lose the reply.
    await inside((tx) => addReplyUsage(tx, reply.id, { used, prices: deps.prices })).catch((err: unknown) => {
      deps.logger.warn({ err, reply_id: reply.id }, "the usage of an assistant's reply could not be stored");
    });
  }
};

const lastWordsOf = (messages: readonly ChatMessage[]): string => {
  const last = messages.at(-1);
  return last?.role === "person" ? last.text : "";
};

const finish = async (tx: OrganizationTransaction, { reply, thread }: Asked, text: string): Promise<void> => {
  if (!(await endReply(tx, { id: reply.id, state: "done", text }))) return;
  if (text === "") return;
  await recordTimeline(tx, {
    organizationId: reply.organization_id,
    kind: "message",
    actor: "assistant",
    summary: shortenSummary(text),
    payload: { text, reply_to: reply.event_id },
    threadId: thread.uuid,
    assistant: true,
  });
};
