import { isAgentObstacle } from "../../domain/agent/usable-agent-version.ts";
import { refuseNumber } from "../../domain/call/number-permission.rules.ts";
import { MOST_REPLIES_AN_HOUR } from "../../domain/message/agent-texts.ts";
import { HOUR_MS } from "../../domain/time/durations.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import { readNumberPermission } from "../../infra/postgres/contact/number-permission.ts";
import { areSessionsFull } from "../../infra/postgres/conversation/open-sessions.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { buildTextsLockKey, lockExclusively } from "../../infra/postgres/locks.ts";
import {
  countReplies,
  findAgentForTexts,
  lockThreadOfTexts,
  lockThreadsOfPerson,
  putIntoThread,
} from "../../infra/postgres/message/agent-texts.repository.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { endReplyUnanswered } from "../../infra/postgres/thread/end-reply-unanswered.ts";
import { addReply, claimReply } from "../../infra/postgres/thread/replies.repository.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import {
  findOrCreateThreadRun,
  listSessionsOfOtherAgents,
} from "../../infra/postgres/thread/thread-sessions.repository.ts";
import { openThread } from "../../infra/postgres/thread/threads.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import { endConversation } from "../conversation/end-conversation.ts";
import { hideInBody, sealBody } from "./hide-in-text.ts";
import { describeText } from "./text-events.ts";

/** A text of a person, as it came in. */
export interface TextToAnswer {
  message: TextMessage;
  accountId: number;
  /** So many conversations in text an organization may have open. */
  mostSessions: number;
}

/** What becomes of a text that is no word such as STOP. */
export type ReplyPlan =
  /** No agent answers texts to the number. */
  | { kind: "nobody" }
  | { kind: "unable"; agentId: number; sentence: string }
  | { kind: "queued"; agentId: number; thread: Thread; run: CallRun };

/**
 * Finds who answers a text, and the one conversation that the person has with our number. Two texts that come at the same moment take
 * turns here, so that one of them opens it.
 */
export const planReply = async (tx: OrganizationTransaction, text: TextToAnswer): Promise<ReplyPlan> => {
  const { message, accountId } = text;
  const { phone_number: phoneNumber, own_number: ownNumber, organization_id: organizationId } = message;
  const agentId = await findAgentForTexts(tx, { accountId, ownNumber, campaignId: message.campaign_id });
  if (agentId === null || phoneNumber === null) return { kind: "nobody" };
  const obstacle = await findObstacle(tx, { ...text, phoneNumber });
  if (obstacle !== null) return { kind: "unable", agentId, sentence: obstacle };
  await lockExclusively(tx, buildTextsLockKey(organizationId, { phoneNumber, ownNumber }));
  const thread =
    (await lockThreadOfTexts(tx, { phoneNumber, ownNumber })) ??
    (await openThread(tx, { organizationId, partner: { kind: "texts" } }));
  const numbers = { person: phoneNumber, own: ownNumber };
  const run = await findOrCreateThreadRun(tx, { thread, agentId, environment: message.environment, numbers });
  if (isAgentObstacle(run)) return { kind: "unable", agentId, sentence: run.sentence };
  await endOpenSessions(tx, { thread, besidesAgentId: agentId });
  return { kind: "queued", agentId, thread, run };
};

const findObstacle = async (
  tx: OrganizationTransaction,
  { message, phoneNumber, mostSessions }: TextToAnswer & { phoneNumber: string },
): Promise<string | null> => {
  const { organization_id: organizationId, environment } = message;
  const refusal = refuseNumber(await readNumberPermission(tx, { organizationId, phoneNumber, environment }));
  if (refusal) return refusal.sentence;
  const since = new Date(Date.now() - HOUR_MS);
  if ((await countReplies(tx, { phoneNumber, since })) >= MOST_REPLIES_AN_HOUR)
    return `The person has had ${MOST_REPLIES_AN_HOUR} answers within an hour, and gets no more of them for a while`;
  return (await areSessionsFull(tx, mostSessions))
    ? `Your organization has ${mostSessions} open conversations in text: end some, or wait until they end`
    : null;
};

interface QueuedText {
  message: TextMessage;
  plan: ReplyPlan;
  contactIds: readonly number[];
  /** What the person wrote. */
  whole: string;
}

/** Writes the text into the feed, and the answer that it is to get. */
export const queueReply = async (
  { secrets }: { secrets: SecretBox },
  tx: OrganizationTransaction,
  { message, plan, contactIds, whole }: QueuedText,
): Promise<TextMessage> => {
  const event = describeText(message);
  const payload = { ...event.payload, contact_ids: contactIds };
  if (plan.kind === "nobody") {
    await recordTimeline(tx, { ...event, payload });
    return message;
  }
  const { agentId } = plan;
  if (plan.kind === "unable") {
    await recordTimeline(tx, { ...event, payload, agentId });
    await tellOfNoReply(tx, { message, agentId, sentence: plan.sentence });
    return message;
  }
  const { thread, run } = plan;
  // The agent may want more left out than its organization does, and hears all of it once.
  const hidden = await hideInBody(tx, { body: whole, runId: run.id });
  const original_sealed = hidden.body_hidden ? sealBody(secrets, message, whole) : null;
  const threaded = await putIntoThread(tx, { id: message.id, thread, ...hidden, original_sealed });
  const eventId = await recordTimeline(tx, { ...event, payload, agentId, runId: run.id, threadId: thread.uuid });
  await addReply(tx, {
    organization_id: message.organization_id,
    thread_id: thread.id,
    event_id: eventId,
    agent_id: agentId,
    run_id: run.id,
    folder_id: null,
    asker: null,
  });
  return threaded;
};

/** Tells in the feed that a person gets no answer, and why. */
export const tellOfNoReply = async (
  tx: OrganizationTransaction,
  { message, agentId, sentence }: { message: TextMessage; agentId: number; sentence: string },
): Promise<void> => {
  await recordTimeline(tx, {
    organizationId: message.organization_id,
    kind: "system",
    actor: "system",
    summary: `A message got no reply: ${sentence.toLowerCase()}`,
    payload: { message_id: message.uuid },
    agentId,
    blocked: {
      reason: "no_reply",
      says: sentence,
      ways: ["Answer the person yourself", "Choose another agent for texts"],
    },
  });
};

/**
 * Ends what agents and the person have open, by any number: nothing that waits is answered any more. Returns the conversations that it has ended, so
 * that their workflows hear of it.
 */
export const endTalk = async (tx: OrganizationTransaction, message: TextMessage): Promise<string[]> => {
  if (message.phone_number === null) return [];
  const ended: string[] = [];
  for (const thread of await lockThreadsOfPerson(tx, message.phone_number)) {
    for (let reply = await claimReply(tx, thread.id); reply; reply = await claimReply(tx, thread.id))
      await endReplyUnanswered(tx, { reply, thread, says: "The person wants no more texts" });
    ended.push(...(await endOpenSessions(tx, { thread, besidesAgentId: null })));
  }
  return ended;
};

const endOpenSessions = async (
  tx: OrganizationTransaction,
  { thread, besidesAgentId }: { thread: Thread; besidesAgentId: number | null },
): Promise<string[]> => {
  const ended: string[] = [];
  for (const runId of await listSessionsOfOtherAgents(tx, { threadId: thread.id, agentId: besidesAgentId })) {
    await endConversation(tx, { runId }, { reason: besidesAgentId === null ? "user_hangup" : "ended_by_request" });
    const { uuid } = await tx.selectFrom("call_runs").select("uuid").where("id", "=", runId).executeTakeFirstOrThrow();
    ended.push(uuid);
  }
  return ended;
};
