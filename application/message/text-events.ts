import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { appendEntry } from "../../infra/postgres/record/append-entry.ts";
import type { TimelineEntry } from "../../infra/postgres/timeline/timeline.repository.ts";

/** Returns what the feed says of a text as it is now: neither its words nor a whole number. */
export const describeText = (message: TextMessage): TimelineEntry => ({
  organizationId: message.organization_id,
  kind: "message",
  actor: /^(?:user|api_key|agent):/.test(message.actor) ? message.actor : "system",
  summary: `${nameText(message)}: ${summarize(message)}`,
  payload: {
    channel: "sms",
    message_id: message.uuid,
    direction: message.direction,
    state: message.state,
    reason: message.reason,
    segments: message.segments,
    keyword: message.keyword,
    number_ends_in: message.phone_number?.slice(-4) ?? null,
    error_code: message.error_code,
    environment: message.environment,
  },
  agentId: message.agent_id,
  campaignId: message.campaign_id,
  threadId: message.thread_id,
});

const nameText = ({ uuid }: TextMessage): string => `SMS-${uuid.slice(0, 8)}`;

const summarize = ({ state, keyword, error_code }: TextMessage): string => {
  switch (state) {
    case "received":
      if (keyword === "stop") return "a person wants no more texts and calls";
      return keyword === null ? "a text came in" : `a text came in that says ${keyword}`;
    case "queued":
      return "a text waits for its carrier";
    case "unknown":
      return "a text was given to its carrier, whose answer is unclear";
    case "sent":
      return "a text was sent";
    case "delivered":
      return "a text was delivered";
    case "failed":
      return `a text failed: ${(error_code ?? "not delivered").replaceAll("_", " ")}`;
  }
};

/** Writes to the record what a carrier has answered to the request for a text, at once or later. */
export const recordAnswered = (tx: OrganizationTransaction, message: TextMessage): Promise<void> => {
  const { organization_id: organizationId, phone_number: phoneNumber, uuid, state } = message;
  const { carrier_message_id, error_code } = message;
  return appendEntry(tx, {
    organizationId,
    kind: "text.answered",
    actor: "system",
    phoneNumber,
    facts: { message: uuid, state, carrier_message_id, error_code },
  });
};
