import type { z } from "zod";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { requireLockedPhoneNumber } from "./find-phone-number.ts";
import { providerSync, shortNumber } from "./phone-numbers.presenter.ts";
import type { phoneNumberParams } from "./phone-numbers.schemas.ts";

export const deletePhoneNumber = (
  context: OperationContext,
  { params }: { params: z.output<typeof phoneNumberParams> },
) =>
  context.inOrganization(async (tx) => {
    const { configuration, number } = await requireLockedPhoneNumber(tx, params);
    await tx.deleteFrom("phone_numbers").where("id", "=", number.id).execute();
    const name = shortNumber(number.address_normalized);
    await recordTimeline(tx, {
      organizationId: number.organization_id,
      kind: "system",
      actor: actorName(context.actor),
      summary: `Phone number ${name} was removed from ${configuration.name}`,
      payload: { telephony_configuration_id: configuration.id, phone_number_id: number.id },
    });
    return { message: `Phone number ${name} was removed`, provider_sync: providerSync(configuration.provider, null) };
  });
