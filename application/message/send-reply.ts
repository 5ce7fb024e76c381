import { chooseProvider } from "../../domain/environment/sandbox.rules.ts";
import { splitIntoTexts } from "../../domain/message/agent-texts.ts";
import type { LongestTexts } from "../../domain/message/segments.rules.ts";
import type { CallRun } from "../../infra/postgres/call/call-run.entity.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { resolveOutboundAccount } from "../../infra/postgres/telephony/telephony.repository.ts";
import { sendText, type TextDependencies } from "./send-text.ts";

/** What an agent writes to a person. */
export interface ReplyToSend {
  run: Pick<CallRun, "id" | "organization_id" | "agent_id" | "environment">;
  /** The last text of the person. */
  message: TextMessage;
  threadUuid: string;
  /** The same key is sent once: it names what is answered. */
  key: string;
  text: string;
}

export type SentReply = { kind: "sent" } | { kind: "unsent"; says: string } | { kind: "later"; laterSeconds: number };

/** By another number the person would hear from a stranger. */
const NUMBER_GONE = "The number to which the person wrote is not on its carrier account any more";

/**
 * Sends an agent's words to a person, under every rule of texts and each of its texts at most once. What is longer than a text becomes
 * several; where one of them is not sent, those after it are not either.
 */
export const sendReply = async (deps: TextDependencies, reply: ReplyToSend): Promise<SentReply> => {
  const { run, message, threadUuid, key } = reply;
  const { organization_id: organizationId } = run;
  const { phoneNumberId, longestTexts } = await deps.database.inOrganization(organizationId, async (tx) => {
    const number = await tx
      .selectFrom("phone_numbers")
      .select("id")
      .where("telephony_configuration_id", "=", message.telephony_configuration_id)
      .where("address_normalized", "=", message.own_number)
      .where("released_at", "is", null)
      .executeTakeFirst();
    return { phoneNumberId: number?.id, longestTexts: await findLongestTexts(deps, tx, reply) };
  });
  if (message.telephony_configuration_id === null || phoneNumberId === undefined)
    return { kind: "unsent", says: NUMBER_GONE };
  for (const [at, body] of splitIntoTexts(reply.text, longestTexts).entries()) {
    const result = await sendText(deps, {
      organizationId,
      environment: run.environment,
      key: at === 0 ? key : `${key}:${at + 1}`,
      reason: "reply",
      actor: `agent:${run.agent_id}`,
      to: message.phone_number ?? "",
      body,
      telephonyAccountId: message.telephony_configuration_id,
      fromPhoneNumberId: phoneNumberId,
      campaignId: message.campaign_id,
      agentId: run.agent_id,
      threadId: threadUuid,
      runId: run.id,
    });
    if (result.kind === "waits")
      return { kind: "later", laterSeconds: Math.max(1, Math.ceil((result.untilMs - Date.now()) / 1000)) };
    if (result.kind === "refused") return { kind: "unsent", says: result.sentence };
    if (result.message.state === "failed") return { kind: "unsent", says: result.message.error ?? "The text failed" };
  }
  return { kind: "sent" };
};

/** Returns how long texts may be at the carrier of the number to which the person wrote; undefined: it has none any more. */
const findLongestTexts = async (
  { carriers }: TextDependencies,
  tx: OrganizationTransaction,
  { run, message }: ReplyToSend,
): Promise<LongestTexts | undefined> => {
  const telephonyAccountId = message.telephony_configuration_id;
  const account = telephonyAccountId === null ? undefined : await resolveOutboundAccount(tx, { telephonyAccountId });
  return account && carriers.get(chooseProvider(run.environment, account.provider)).messages?.longestTexts;
};
