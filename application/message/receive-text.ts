import { answerKeyword, type ReadKeyword, readKeyword } from "../../domain/message/opt-out-keywords.rules.ts";
import { countSegments } from "../../domain/message/segments.rules.ts";
import { deriveUuid } from "../../infra/ids.ts";
import { liftOptOut } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findCampaignWrittenBackTo } from "../../infra/postgres/message/agent-texts.repository.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { findText, insertText } from "../../infra/postgres/message/text-messages.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { Thread } from "../../infra/postgres/thread/thread.entity.ts";
import type { InboundText } from "../../infra/telephony/carrier-messages.ts";
import { hideInBody } from "./hide-in-text.ts";
import { ASKED_BY_TEXT, honourOptOut } from "./honour-opt-out.ts";
import { endTalk, planReply, queueReply, type ReplyPlan } from "./queue-agent-reply.ts";
import { sendText, type TextDependencies } from "./send-text.ts";

/** A text from a person, whose signature was verified. */
export interface ReceivedText {
  account: TelephonyAccount;
  /** Ours; null: the account does not have it any more. */
  phoneNumberId: number | null;
  text: InboundText;
  /** So many conversations in text an organization may have open. */
  mostSessions: number;
}

/** A text that is stored, and what is to be signalled for it. */
export interface StoredText {
  message: TextMessage;
  /** The thread in which an agent is to answer it; null: nobody does, or it was known. */
  thread: Thread | null;
  /** Conversations that it has ended. */
  endedRunUuids: readonly string[];
}

/**
 * Stores a text from a person, once however often its carrier hands it over, and does what a word such as STOP asks for in the same
 * transaction: from its commit on no call and no text reaches the number. Then the word is answered, once.
 */
export const receiveText = async (deps: TextDependencies, received: ReceivedText): Promise<StoredText> => {
  const { account, text } = received;
  const read = readWord(text);
  const stored = await deps.database.inOrganization(account.organization_id, (tx) =>
    store(deps, tx, { received, read }),
  );
  if (read && !text.isAnswered) await answerWord(deps, received, { message: stored.message, read });
  return stored;
};

const readWord = ({ keyword, body }: InboundText): ReadKeyword | null => {
  const read = readKeyword(body);
  return keyword === null ? read : { keyword, language: read?.language ?? "en" };
};

const store = async (
  { secrets }: Pick<TextDependencies, "secrets">,
  tx: OrganizationTransaction,
  { received: { account, text, mostSessions }, read }: { received: ReceivedText; read: ReadKeyword | null },
): Promise<StoredText> => {
  const uuid = deriveUuid(`text to account ${account.id}: ${text.carrierMessageId}`);
  const inserted = await insertText(tx, {
    uuid,
    organization_id: account.organization_id,
    direction: "inbound",
    state: "received",
    reason: "received",
    actor: "person",
    telephony_configuration_id: account.id,
    provider: account.provider,
    own_number: text.to,
    phone_number: text.from,
    ...(await hideInBody(tx, { body: text.body, runId: null })),
    ...countSegments(text.body),
    keyword: read?.keyword ?? null,
    carrier_message_id: text.carrierMessageId,
    campaign_id: await findCampaignWrittenBackTo(tx, { phoneNumber: text.from, ownNumber: text.to }),
  });
  if (!inserted) return { message: requireEarlier(await findText(tx, uuid), text), thread: null, endedRunUuids: [] };
  const contactIds = await listContactsOf(tx, text.from);
  const plan: ReplyPlan = read
    ? { kind: "nobody" }
    : await planReply(tx, { message: inserted, accountId: account.id, mostSessions });
  const message = await queueReply({ secrets }, tx, {
    message: inserted,
    plan,
    contactIds,
    whole: text.body,
  });
  if (read?.keyword === "stop") await honourOptOut(tx, inserted);
  if (read?.keyword === "start") await liftOptOut(tx, { phoneNumber: text.from, reason: ASKED_BY_TEXT });
  const endedRunUuids = read?.keyword === "stop" ? await endTalk(tx, inserted) : [];
  return { message, thread: plan.kind === "queued" ? plan.thread : null, endedRunUuids };
};

const requireEarlier = (earlier: TextMessage | undefined, { carrierMessageId }: InboundText): TextMessage => {
  if (!earlier) throw new Error(`the text ${carrierMessageId} was neither stored nor found`);
  return earlier;
};

const CONTACTS_NAMED = 5;

const listContactsOf = async (tx: OrganizationTransaction, phoneNumber: string): Promise<number[]> => {
  const rows = await tx
    .selectFrom("contacts")
    .select("id")
    .where("phone_number", "=", phoneNumber)
    .orderBy("id", "desc")
    .limit(CONTACTS_NAMED)
    .execute();
  return rows.map(({ id }) => id);
};

const answerWord = async (
  deps: TextDependencies,
  { account, phoneNumberId, text }: ReceivedText,
  { message, read }: { message: TextMessage; read: ReadKeyword },
): Promise<void> => {
  const { name } = await deps.database.inOrganization(account.organization_id, (tx) =>
    tx.selectFrom("organizations").select("name").where("id", "=", account.organization_id).executeTakeFirstOrThrow(),
  );
  await sendText(deps, {
    organizationId: account.organization_id,
    environment: message.environment,
    key: `answer-to:${message.uuid}`,
    reason: "opt_out_answer",
    actor: "system",
    to: text.from,
    body: answerKeyword(read, name),
    telephonyAccountId: account.id,
    fromPhoneNumberId: phoneNumberId ?? undefined,
  });
};
