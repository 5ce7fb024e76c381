import { sql } from "kysely";
import { explainSetAside } from "../../domain/call/carrier-account.ts";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import { chooseProvider, type Environment, isCharged } from "../../domain/environment/sandbox.rules.ts";
import { JUST_WRITTEN_MS } from "../../domain/message/agent-texts.ts";
import type { SendReason } from "../../domain/message/message-states.rules.ts";
import { countSegments, findLongestText } from "../../domain/message/segments.rules.ts";
import { decideText, type TextFacts } from "../../domain/message/text-admission.rules.ts";
import { deriveUuid } from "../../infra/ids.ts";
import { queueForAdmission } from "../../infra/postgres/call/admission.repository.ts";
import type { Campaign } from "../../infra/postgres/campaign/campaign.entity.ts";
import { findCampaign } from "../../infra/postgres/campaign/campaign.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findLastWritten } from "../../infra/postgres/message/agent-texts.repository.ts";
import { findOwnNumberForText } from "../../infra/postgres/message/own-number.repository.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { findTextByKey, insertText } from "../../infra/postgres/message/text-messages.repository.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import { openCarrierCredentials, resolveOutboundAccount } from "../../infra/postgres/telephony/telephony.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";
import type { Carrier } from "../../infra/telephony/carrier.ts";
import type { CarrierMessages } from "../../infra/telephony/carrier-messages.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";
import { chooseCallerIdToShow } from "../call/choose-caller-id.ts";
import { chooseAccount } from "../telephony/choose-account.ts";
import { hideInBody } from "./hide-in-text.ts";
import { findTextRoute } from "./route-text.ts";
import { readTextFacts } from "./text-facts.ts";

/** A text that somebody wants to be sent. */
export interface TextToSend {
  organizationId: number;
  environment: Environment;
  /** The same key is sent once, whoever asks again: `journey:12:contact-3:step-2`. At most 200 characters. */
  key: string;
  reason: SendReason;
  /** `user:7`, `api_key:12`, `campaign:3`, `agent:5` or `system`. */
  actor: string;
  /** E.164. */
  to: string;
  body: string;
  /** Absent: the campaign's account, else the organization's default. */
  telephonyAccountId?: number | undefined;
  /** Which of the account's numbers is shown. Absent: the one of earlier texts to this person, else as a call chooses its caller id. */
  fromPhoneNumberId?: number | undefined;
  campaignId?: number | null;
  campaignContactId?: number | null;
  agentId?: number | null;
  /** The `uuid` of the conversation that it belongs to. */
  threadId?: string | null;
  /** The run of the agent that wrote it: what that wants left out of words is left out of what is stored. */
  runId?: number | null;
  /** The message's uuid; absent: it follows from the key. */
  uuid?: string;
}

export type TextRefusal =
  /** Nobody was asked and no row was written: waiting changes nothing. */
  | { kind: "refused"; outcome: string; sentence: string }
  /** Nobody was asked; the same text may be asked for again, with the same key, from `untilMs` on. */
  | { kind: "waits"; outcome: "blocked_window" | "throttled"; untilMs: number; sentence: string };

/** A text whose row is written and whose carrier is asked next, by nobody else and never again. */
export interface AdmittedText {
  kind: "admitted";
  message: TextMessage;
  /** The words as the carrier gets them. */
  body: string;
  account: TelephonyAccount;
  carrier: Carrier;
  messages: CarrierMessages;
  credentials: CarrierCredentials;
}

export interface AdmissionSources {
  carriers: CarrierRegistry;
  secrets: SecretBox;
  prices: PriceTable;
}

/** A text as its organization, account and numbers are found. */
interface AddressedText {
  account: TelephonyAccount;
  carrier: Carrier;
  messages: CarrierMessages;
  campaign: Campaign | null;
  ownNumber: string | null;
}

/** Decides about a text and writes the row of one that is admitted. An earlier text of the same key decides instead. */
export const admitText = async (
  sources: AdmissionSources,
  tx: OrganizationTransaction,
  ask: TextToSend,
): Promise<AdmittedText | TextRefusal | { kind: "made"; message: TextMessage }> => {
  // Whoever asks with the same key at the same moment waits here, and finds the first one's row.
  await queueForAdmission(tx, { organization_id: ask.organizationId });
  const earlier = await findTextByKey(tx, ask.key);
  if (earlier) return { kind: "made", message: earlier };
  const found = await findAddresses(sources, tx, ask);
  if ("outcome" in found) return found;
  const facts = await readTextFacts(tx, sources.prices, {
    organizationId: ask.organizationId,
    environment: ask.environment,
    account: found.account,
    ownNumber: found.ownNumber ?? "",
    phoneNumber: ask.to,
    body: ask.body,
    campaign: found.campaign,
    campaignContactId: ask.campaignContactId ?? null,
    obstacle: findObstacle(found, ask),
    answersPerson: await answersPerson(tx, { ask, ownNumber: found.ownNumber }),
    answersKeyword: ask.reason === "opt_out_answer",
  });
  const decision = decideText(facts);
  if (decision.kind === "refuse") return { kind: "refused", outcome: decision.outcome, sentence: decision.sentence };
  if (decision.kind === "wait") {
    const { outcome, untilMs, sentence } = decision;
    return { kind: "waits", outcome, untilMs, sentence };
  }
  const message = await writeText(tx, { ask, found, facts });
  const credentials = openCarrierCredentials(found.account, sources.secrets);
  return {
    kind: "admitted",
    message,
    body: ask.body,
    account: found.account,
    carrier: found.carrier,
    messages: found.messages,
    credentials: ask.environment === "sandbox" ? { ...credentials, sandbox: true } : credentials,
  };
};

/** What an agent says to somebody who wrote long ago, because it was kept from answering, is a text as any other. */
const answersPerson = async (
  tx: OrganizationTransaction,
  { ask, ownNumber }: { ask: TextToSend; ownNumber: string | null },
): Promise<boolean> => {
  if (ask.reason !== "reply") return ask.reason === "opt_out_answer";
  const written = await findLastWritten(tx, { phoneNumber: ask.to, ownNumber: ownNumber ?? "" });
  return written !== null && Date.now() - written.getTime() <= JUST_WRITTEN_MS;
};

const findAddresses = async (
  sources: AdmissionSources,
  tx: OrganizationTransaction,
  ask: TextToSend,
): Promise<AddressedText | Extract<TextRefusal, { kind: "refused" }>> => {
  const campaign = ask.campaignId == null ? null : ((await findCampaign(tx, ask.campaignId)) ?? null);
  const isSandbox = ask.environment === "sandbox";
  const telephonyAccountId = ask.telephonyAccountId ?? campaign?.telephony_configuration_id ?? undefined;
  const choice = await chooseAccount(tx, { isSandbox, telephonyAccountId });
  if ("problem" in choice)
    return { kind: "refused", outcome: "not_ready", sentence: "There is no carrier account for this text: choose one" };
  const own = await addressBy(sources, tx, { ask, account: choice.account, campaign });
  if (isSandbox || ask.fromPhoneNumberId !== undefined || PINNED.has(ask.reason)) return own;
  const routedId = await findTextRoute(sources, tx, { own: choice.account, text: ask });
  if (routedId === choice.account.id) return own;
  const routed = await resolveOutboundAccount(tx, { telephonyAccountId: routedId });
  if (!routed) return own;
  const found = await addressBy(sources, tx, { ask, account: routed, campaign });
  // What hinders an account that follows is no fault of the text.
  return "outcome" in found || findObstacle(found, ask) !== null ? own : found;
};

/** Who answers a person does so by the number to which they wrote. */
const PINNED: ReadonlySet<SendReason> = new Set(["reply", "opt_out_answer"]);

const addressBy = async (
  { carriers }: AdmissionSources,
  tx: OrganizationTransaction,
  { ask, account, campaign }: { ask: TextToSend; account: TelephonyAccount; campaign: Campaign | null },
): Promise<AddressedText | Extract<TextRefusal, { kind: "refused" }>> => {
  const carrier = carriers.get(chooseProvider(ask.environment, account.provider));
  const { messages } = carrier;
  if (messages === null) return { kind: "refused", outcome: "no_texts", sentence: explainNoTexts(carrier) };
  const longest = findLongestText(messages.longestTexts, ask.body);
  if (ask.body.length > longest)
    return { kind: "refused", outcome: "too_long", sentence: explainTooLong(carrier, longest) };
  return { account, carrier, messages, campaign, ownNumber: await chooseOwnNumber(tx, { ask, account, campaign }) };
};

const explainTooLong = ({ description }: Carrier, longest: number): string =>
  `${description.displayName} takes texts of at most ${longest.toLocaleString("en")} characters as these are: shorten it, or choose an account of another carrier`;

/** Says that a carrier has no texts, and what has. */
export const explainNoTexts = ({ description }: Carrier): string =>
  `${description.displayName} sends no texts: choose an account of Twilio, Telnyx, Plivo or Vonage`;

/** A person is written to from the number that wrote to them before; a number that is only verified cannot send. */
const chooseOwnNumber = async (
  tx: OrganizationTransaction,
  { ask, account, campaign }: { ask: TextToSend; account: TelephonyAccount; campaign: Campaign | null },
): Promise<string | null> => {
  const asked = { accountId: account.id, phoneNumberId: ask.fromPhoneNumberId, phoneNumber: ask.to };
  const known = await findOwnNumberForText(tx, { ...asked, preferred: null });
  if (known !== null && (known.wasUsed || ask.fromPhoneNumberId !== undefined)) return known.number;
  const preferred = await chooseCallerIdToShow(tx, {
    run: { caller_number: null, called_number: ask.to, campaign_contact_id: ask.campaignContactId ?? null },
    campaign,
    account,
  });
  return (await findOwnNumberForText(tx, { ...asked, preferred }))?.number ?? null;
};

const findObstacle = (
  { account, carrier, ownNumber }: AddressedText,
  { fromPhoneNumberId }: TextToSend,
): string | null => {
  const { displayName, needsCallerId, unavailable } = carrier.description;
  if (account.inactive_since) return explainSetAside(displayName, account.inactive_reason);
  if (unavailable) return unavailable;
  return ownNumber === null && (needsCallerId || fromPhoneNumberId !== undefined)
    ? `${displayName} needs a number that sends the text: add an active phone number to the account`
    : null;
};

const writeText = async (
  tx: OrganizationTransaction,
  { ask, found, facts }: { ask: TextToSend; found: AddressedText; facts: TextFacts },
): Promise<TextMessage> => {
  const { highestCost } = facts.budgets;
  const reserved = isCharged(ask.environment) ? highestCost : null;
  const message = await insertText(tx, {
    uuid: ask.uuid ?? deriveUuid(`text of organization ${ask.organizationId}: ${ask.key}`),
    organization_id: ask.organizationId,
    environment: ask.environment,
    direction: "outbound",
    state: "queued",
    reason: ask.reason,
    actor: ask.actor,
    telephony_configuration_id: found.account.id,
    provider: found.carrier.description.provider,
    own_number: found.ownNumber ?? "",
    phone_number: ask.to,
    ...(await hideInBody(tx, { body: ask.body, runId: ask.runId ?? null })),
    ...countSegments(ask.body),
    key: ask.key,
    campaign_id: found.campaign?.id ?? null,
    agent_id: ask.agentId ?? null,
    thread_id: ask.threadId ?? null,
    carrier_requested_at: sql<Date>`clock_timestamp()`,
    reserved_minor: reserved?.amountMinor ?? null,
    reserved_currency: reserved?.currency ?? null,
  });
  if (!message) throw new Error(`the text of the key ${ask.key} was written by somebody else`);
  await appendEntry(tx, {
    organizationId: ask.organizationId,
    kind: "text.requested",
    actor: ask.actor,
    phoneNumber: ask.to,
    facts: {
      message: message.uuid,
      campaign: message.campaign_id,
      environment: ask.environment,
      account: found.account.id,
      provider: message.provider,
      reason: ask.reason,
      segments: message.segments,
      admitted_at: new Date(facts.nowMs).toISOString(),
      reserved: reserved && { amount_minor: reserved.amountMinor, currency: reserved.currency },
    },
  });
  return message;
};
