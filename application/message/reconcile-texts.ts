import { REQUEST_LOST_AFTER_MS, TEXT_GIVEN_UP_AFTER_MS } from "../../domain/message/message-states.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { changeText, listUnclearTexts, lockText } from "../../infra/postgres/message/text-messages.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { CarrierUnavailableError } from "../../infra/telephony/carrier.ts";
import { findCarrierAccount } from "../telephony/find-carrier-account.ts";
import { reportText } from "./report-text.ts";
import type { TextDependencies } from "./send-text.ts";
import { describeText } from "./text-events.ts";

const TEXTS_OF_A_SEARCH = 200;

type ReconcileDependencies = Pick<TextDependencies, "database" | "carriers" | "secrets">;

/**
 * Finds out what came of texts whose carrier gave no clear answer, or whose process ended before it was written down: their carriers
 * are asked where they can be, and nothing is ever sent again.
 */
export const reconcileTexts = async (deps: ReconcileDependencies): Promise<void> => {
  for (const { organization_id: organizationId, id } of await listUnclearTexts(deps.database, TEXTS_OF_A_SEARCH))
    await reconcileText(deps, { organizationId, id });
};

const reconcileText = async (
  deps: ReconcileDependencies,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<void> => {
  const text = await deps.database.inOrganization(organizationId, (tx) => takeUp(tx, id));
  if (!text) return;
  const found = await look(deps, text);
  if (found === "unsure") return;
  if (found !== "absent") {
    await reportText(deps, { organizationId, id, told: found });
    return;
  }
  await deps.database.inOrganization(organizationId, (tx) => giveUp(tx, id));
};

/** Marks a text whose process has ended as unclear; undefined: its carrier has told meanwhile. */
const takeUp = async (tx: OrganizationTransaction, id: number): Promise<TextMessage | undefined> => {
  const text = await lockText(tx, id);
  if (!text || (text.state !== "queued" && text.state !== "unknown")) return undefined;
  const looked = { looked_up_at: new Date() };
  if (text.state === "unknown") return changeText(tx, id, looked);
  const error = "The platform was interrupted while it gave the text to its carrier; it is not sent again";
  const unclear = await changeText(tx, id, { ...looked, state: "unknown", error_code: "unclear", error });
  await recordTimeline(tx, describeText(unclear));
  return unclear;
};

const look = async (deps: ReconcileDependencies, text: TextMessage) => {
  const { telephony_configuration_id: accountId, carrier_requested_at: requestedAt, phone_number: to } = text;
  if (accountId === null || requestedAt === null || to === null) return "unsure";
  if (Date.now() - requestedAt.getTime() < REQUEST_LOST_AFTER_MS) return "unsure";
  const account = await deps.database.inOrganization(text.organization_id, (tx) =>
    findCarrierAccount(deps, tx, accountId),
  );
  if (!account?.carrier.messages) return "unsure";
  // Without its words a carrier may not find it, which would not mean that it has none.
  if (text.body_hidden && text.carrier_message_id === null) return "unsure";
  const query = { messageUuid: text.uuid, carrierMessageId: text.carrier_message_id, to, from: text.own_number };
  try {
    return await account.carrier.messages.find(account.credentials, { ...query, body: text.body, requestedAt });
  } catch (error) {
    if (error instanceof CarrierUnavailableError) return "unsure";
    throw error;
  }
};

const giveUp = async (tx: OrganizationTransaction, id: number): Promise<void> => {
  const text = await lockText(tx, id);
  if (text?.state !== "unknown") return;
  if (Date.now() - (text.carrier_requested_at?.getTime() ?? 0) < TEXT_GIVEN_UP_AFTER_MS) return;
  const failed = await changeText(tx, id, {
    state: "failed",
    error_code: "not_sent",
    error: "The carrier has no such text: the request did not reach it",
    settled_at: new Date(),
    reserved_minor: null,
    reserved_currency: null,
  });
  await recordTimeline(tx, describeText(failed));
};
