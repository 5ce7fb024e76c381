import type { z } from "zod";
import type { PhoneNumberWithAgent } from "../../infra/postgres/telephony/phone-number.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { requireInboundAgent, requireLockedPhoneNumber, requirePhoneNumber } from "./find-phone-number.ts";
import { presentPhoneNumber, providerSync, shortNumber } from "./phone-numbers.presenter.ts";
import type { phoneNumberParams, updatePhoneNumberBody } from "./phone-numbers.schemas.ts";

type Body = z.output<typeof updatePhoneNumberBody>;

/** Repoints, renames, turns on or off; the address itself never changes. A number that is turned off is no longer the default caller id. */
export const updatePhoneNumber = async (
  context: OperationContext,
  { params, body }: { params: z.output<typeof phoneNumberParams>; body: Body },
) => {
  if (body.clear_inbound_workflow && body.inbound_workflow_id !== undefined) {
    throw invalidField(["clear_inbound_workflow"], "Send either inbound_workflow_id or clear_inbound_workflow");
  }
  return context.inOrganization(async (tx) => {
    const { configuration, number } = await requireLockedPhoneNumber(tx, params);
    await requireInboundAgent(tx, body.inbound_workflow_id);
    const change = changedColumns(number, body);
    await tx
      .updateTable("phone_numbers")
      .set({ ...change, updated_at: context.clock.now() })
      .where("id", "=", number.id)
      .execute();
    await recordTimeline(tx, {
      organizationId: number.organization_id,
      kind: "system",
      actor: actorName(context.actor),
      summary: `Phone number ${shortNumber(number.address_normalized)} of ${configuration.name} was changed`,
      payload: {
        telephony_configuration_id: configuration.id,
        phone_number_id: number.id,
        is_active: change.is_active,
      },
      agentId: change.inbound_agent_id,
    });
    const row = await requirePhoneNumber(tx, params);
    return presentPhoneNumber(row, providerSync(configuration.provider, row.inbound_agent_id));
  });
};

const changedColumns = (number: PhoneNumberWithAgent, body: Body) => {
  const isActive = body.is_active ?? number.is_active;
  return {
    label: body.label ?? number.label,
    country_code: body.country_code ?? number.country_code,
    extra_metadata: body.extra_metadata ?? number.extra_metadata,
    inbound_agent_id: body.clear_inbound_workflow ? null : (body.inbound_workflow_id ?? number.inbound_agent_id),
    is_active: isActive,
    is_default_caller_id: number.is_default_caller_id && isActive,
  };
};
