import type { z } from "zod";
import { findConfiguration, lockConfiguration } from "../../infra/postgres/telephony/configuration.repository.ts";
import { openCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { requireReach } from "./telephony.errors.ts";
import { checkAccount } from "./account-check.ts";
import { configurationNotFound, notReachable } from "./telephony.errors.ts";
import { presentConfiguration } from "./telephony.presenter.ts";
import type { configurationParams } from "./telephony.schemas.ts";

/** Takes up again an account that its carrier refused, once the carrier itself says that it works. */
export const reactivateConfiguration = async (
  context: OperationContext,
  { params }: { params: z.output<typeof configurationParams> },
) => {
  const row = await context.inOrganization((tx) => findConfiguration(tx, params.config_id));
  if (!row) throw configurationNotFound();
  requireReach(context.actor, row);
  const check = await checkAccount(context, {
    provider: row.provider,
    credentials: openCredentials(row, context.secrets),
  });
  if (!check.ok) throw notReachable(check.message);
  return context.withEntities(async (em, tx) => {
    const locked = await lockConfiguration(em, row.id);
    if (locked && locked.inactive_since !== null) {
      await em.change(locked, { inactive_since: null, inactive_reason: null, updated_at: context.clock.now() });
      await recordTimeline(tx, {
        organizationId: row.organization_id,
        kind: "system",
        actor: actorName(context.actor),
        summary: `Telephony configuration ${locked.name} is active again`,
        payload: { telephony_configuration_id: row.id },
      });
    }
    const now = await findConfiguration(tx, row.id);
    if (!now) throw configurationNotFound();
    return presentConfiguration(context, now, check);
  });
};
