import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { TextMessage } from "../../infra/postgres/message/text-message.entity.ts";
import { lockText, moveText } from "../../infra/postgres/message/text-messages.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { maskText } from "../../infra/telemetry/mask-text.ts";
import type { CarrierText } from "../../infra/telephony/carrier-messages.ts";
import { honourOptOut } from "./honour-opt-out.ts";
import type { TextDependencies } from "./send-text.ts";
import { describeText, recordAnswered } from "./text-events.ts";

/** Stores what a carrier has reported of a text; returns whether anything of it was new. */
export const reportText = async (
  { database }: Pick<TextDependencies, "database">,
  { organizationId, id, told }: { organizationId: number; id: number; told: CarrierText },
): Promise<boolean> => {
  const moved = await database.inOrganization(organizationId, (tx) => store(tx, id, told));
  // It waits for hand-overs of the number, so no lock is held.
  if (moved && told.optedOut) await database.inOrganization(organizationId, (tx) => honourOptOut(tx, moved));
  return moved !== null;
};

const store = async (tx: OrganizationTransaction, id: number, told: CarrierText): Promise<TextMessage | null> => {
  const before = await lockText(tx, id);
  if (!before || before.direction === "inbound") return null;
  const moved = await moveText(tx, before, {
    state: told.state,
    carrierMessageId: told.carrierMessageId,
    costMinor: told.costMinor,
    currency: told.currency,
    errorCode: told.optedOut ? "opted_out" : null,
    error: told.detail === null ? null : maskText(told.detail),
  });
  if (!moved) return null;
  if (moved.state !== before.state) await tell(tx, { before, moved });
  return moved;
};

const tell = async (
  tx: OrganizationTransaction,
  { before, moved }: { before: TextMessage; moved: TextMessage },
): Promise<void> => {
  await recordTimeline(tx, describeText(moved));
  if (before.state === "queued" || before.state === "unknown") await recordAnswered(tx, moved);
};
