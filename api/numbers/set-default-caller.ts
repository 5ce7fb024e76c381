import { shortenNumber } from "../../domain/number/e164.ts";
import { clearDefaultCaller } from "../../infra/postgres/number/phone-number.repository.ts";
import { recordNumber } from "../../infra/postgres/record/record-settings.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { inactiveCallerId, requireAllowedCarrier } from "../telephony/telephony.errors.ts";
import { requireLockedPhoneNumber, requirePhoneNumber } from "./find-phone-number.ts";
import { presentPhoneNumber } from "./phone-numbers.presenter.ts";
import type { phoneNumberParams } from "./phone-numbers.schemas.ts";

/** Sets the number that calls of this account show by default; repeating changes nothing. */
export const setDefaultCaller = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof phoneNumberParams }>,
) =>
  context.withEntities(async (em, tx) => {
    const { account, number, row } = await requireLockedPhoneNumber({ em, tx }, params);
    requireAllowedCarrier(context.actor, account);
    if (number.is_default_caller_id) return presentPhoneNumber(number);
    if (!number.is_active) throw inactiveCallerId();
    await clearDefaultCaller(tx, account.id);
    await em.change(row, { is_default_caller_id: true });
    const actor = formatActor(context.actor);
    await recordNumber(tx, number, { change: "made_default", actor });
    recordTimelineAtCommit(tx, {
      organizationId: number.organization_id,
      kind: "system",
      actor,
      summary: `Phone number ${shortenNumber(number.address_normalized)} is now the default caller id of ${account.name}`,
      payload: { telephony_configuration_id: account.id, phone_number_id: number.id },
    });
    return presentPhoneNumber(await requirePhoneNumber(tx, params));
  });
