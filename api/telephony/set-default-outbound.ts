import { recordAccount } from "../../infra/postgres/record/record-settings.ts";
import {
  clearDefaultOutbound,
  findTelephonyAccount,
  lockTelephonyAccount,
} from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { telephonyAccountNotFound } from "./telephony.errors.ts";
import { presentTelephonyAccount } from "./telephony.presenter.ts";
import type { telephonyAccountParams } from "./telephony.schemas.ts";

/** Sets the account for outbound calls that name none; repeating changes nothing. */
export const setDefaultOutbound = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof telephonyAccountParams }>,
) => {
  const row = await context.withEntities(async (em, tx) => {
    const locked = await lockTelephonyAccount(em, params.config_id);
    requireProduction(context.actor, "choose the account that production calls go out by");
    if (locked && !locked.is_default_outbound) {
      await clearDefaultOutbound(tx);
      await em.change(locked, { is_default_outbound: true });
      const actor = formatActor(context.actor);
      const { organization_id: organizationId, id } = locked;
      await recordAccount(tx, { organizationId, id, change: "made_default", actor });
      recordTimelineAtCommit(tx, {
        organizationId,
        kind: "system",
        actor,
        summary: `Telephony configuration ${locked.name} is now the default for outbound calls`,
        payload: { telephony_configuration_id: locked.id },
      });
    }
    return findTelephonyAccount(tx, params.config_id);
  });
  if (!row) throw telephonyAccountNotFound();
  return presentTelephonyAccount(context, row);
};
