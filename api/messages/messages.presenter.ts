import type { ListedText } from "../../infra/postgres/message/text-messages.repository.ts";

/** Builds a text's answer. */
export const presentMessage = (message: ListedText) => {
  const { direction, own_number, phone_number } = message;
  const [from, to] = direction === "outbound" ? [own_number, phone_number] : [phone_number, own_number];
  return { ...message, id: message.uuid, from, to, workflow_id: message.agent_id };
};
