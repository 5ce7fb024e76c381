import { BOUND_ENVIRONMENTS } from "../../domain/environment/sandbox.rules.ts";
import { addToDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { stopCalling } from "../../infra/postgres/privacy/stop-calling.ts";

/** Begins the reason of an entry that a text has made, so that START lifts these alone. */
export const ASKED_BY_TEXT = "asked for it by text";

/**
 * Binds every channel to what a person has asked for in a text: the number enters the do-not-call list, and campaigns that would still
 * call it are done with it. It waits for hand-overs of the number, so callers must hold no lock that one needs.
 */
export const honourOptOut = async (
  tx: OrganizationTransaction,
  { organization_id: organizationId, phone_number: phoneNumber, environment, uuid }: TextMessage,
): Promise<void> => {
  if (phoneNumber === null) return;
  await addToDoNotCall(tx, {
    organizationId,
    environment,
    phoneNumbers: [phoneNumber],
    source: "opt_out",
    reason: `${ASKED_BY_TEXT}, in message ${uuid}`,
  });
  await stopCalling(tx, { organizationId, numbers: [phoneNumber], optedOutIn: BOUND_ENVIRONMENTS[environment] });
};
