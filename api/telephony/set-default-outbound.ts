import type { z } from "zod";
import {
  clearDefaultOutbound,
  findConfiguration,
  lockConfiguration,
} from "../../infra/postgres/telephony/configuration.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { configurationNotFound } from "./telephony.errors.ts";
import { presentConfiguration } from "./telephony.presenter.ts";
import type { configurationParams } from "./telephony.schemas.ts";

/** From now on, outbound calls that name no account use this one; repeating changes nothing. */
export const setDefaultOutbound = async (
  context: OperationContext,
  { params }: { params: z.output<typeof configurationParams> },
) => {
  const row = await context.withEntities(async (em, tx) => {
    const locked = await lockConfiguration(em, params.config_id);
    requireProduction(context.actor, "choose the account that production calls go out by");
    if (locked && !locked.is_default_outbound) {
      await clearDefaultOutbound(tx);
      await em.change(locked, { is_default_outbound: true });
      await recordTimeline(tx, {
        organizationId: locked.organization_id,
        kind: "system",
        actor: actorName(context.actor),
        summary: `Telephony configuration ${locked.name} is now the default for outbound calls`,
        payload: { telephony_configuration_id: locked.id },
      });
    }
    return findConfiguration(tx, params.config_id);
  });
  if (!row) throw configurationNotFound();
  return presentConfiguration(context, row);
};
