import { recordAccount } from "../../infra/postgres/record/record-settings.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import {
  findTelephonyAccount,
  lockTelephonyAccount,
} from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { checkAccount } from "./account-check.ts";
import { explainTextsElsewhere } from "./account-texts.ts";
import { notReachable, requireAllowedCarrier, telephonyAccountNotFound } from "./telephony.errors.ts";
import { presentTelephonyAccount } from "./telephony.presenter.ts";
import type { telephonyAccountParams } from "./telephony.schemas.ts";

/** Reactivates an account that its carrier refused, once the carrier confirms that it works. */
export const reactivateTelephonyAccount = async (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof telephonyAccountParams }>,
) => {
  const row = await context.inOrganization((tx) => findTelephonyAccount(tx, params.config_id));
  if (!row) throw telephonyAccountNotFound();
  requireAllowedCarrier(context.actor, row);
  const check = await checkAccount(context, {
    provider: row.provider,
    credentials: openCredentials(row, context.secrets),
  });
  if (!check.ok) throw notReachable(check.message);
  const elsewhere = await explainTextsElsewhere(context, row);
  const said = { ok: true, message: [check.message, elsewhere].filter(Boolean).join(" ") };
  return context.withEntities(async (em, tx) => {
    const locked = await lockTelephonyAccount(em, row.id);
    if (locked && locked.inactive_since !== null) {
      await em.change(locked, { inactive_since: null, inactive_reason: null, updated_at: context.clock.now() });
      const actor = formatActor(context.actor);
      await recordAccount(tx, { organizationId: row.organization_id, id: row.id, change: "reactivated", actor });
      recordTimelineAtCommit(tx, {
        organizationId: row.organization_id,
        kind: "system",
        actor,
        summary: `Telephony configuration ${locked.name} is active again`,
        payload: { telephony_configuration_id: row.id },
      });
    }
    const now = await findTelephonyAccount(tx, row.id);
    if (!now) throw telephonyAccountNotFound();
    return presentTelephonyAccount(context, now, said);
  });
};
