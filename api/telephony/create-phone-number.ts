import type { z } from "zod";
import { parsePhoneNumber } from "../../infra/phone-numbers.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { clearDefaultCaller } from "../../infra/postgres/telephony/phone-number.repository.ts";
import {
  accountFingerprint,
  openCredentials,
  type TelephonyConfiguration,
} from "../../infra/postgres/telephony/telephony.repository.ts";
import { recordTimeline } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import { actorName, type OperationContext } from "../http/operation-context.ts";
import { requireInboundAgent, requireLockedConfiguration, requirePhoneNumber } from "./find-phone-number.ts";
import { presentPhoneNumber, providerSync, shortNumber } from "./phone-numbers.presenter.ts";
import type { createPhoneNumberBody, phoneNumbersParams } from "./phone-numbers.schemas.ts";
import { inactiveCallerId, refusingDuplicates } from "./telephony.errors.ts";

type Body = z.output<typeof createPhoneNumberBody>;

/** Adds a number to a carrier account; a national number is read in its country, else in the organization's. */
export const createPhoneNumber = async (
  context: OperationContext,
  { params, body }: { params: z.output<typeof phoneNumbersParams>; body: Body },
) => {
  if (body.is_default_caller_id && !body.is_active) throw inactiveCallerId();
  return refusingDuplicates(() =>
    context.inOrganization(async (tx) => {
      const configuration = await requireLockedConfiguration(tx, params.config_id);
      await requireInboundAgent(tx, body.inbound_workflow_id);
      const { e164, country } = await readAddress(tx, { configuration, body, context });
      if (body.is_default_caller_id) await clearDefaultCaller(tx, configuration.id);
      const id = await insert(tx, { context, configuration, body, e164, country });
      await recordTimeline(tx, {
        organizationId: configuration.organization_id,
        kind: "system",
        actor: actorName(context.actor),
        summary: `Phone number ${shortNumber(e164)} was added to ${configuration.name}`,
        payload: { telephony_configuration_id: configuration.id, phone_number_id: id },
        agentId: body.inbound_workflow_id ?? null,
      });
      const row = await requirePhoneNumber(tx, { config_id: configuration.id, phone_number_id: id });
      const answer = presentPhoneNumber(row, providerSync(configuration.provider, row.inbound_agent_id));
      await context.keepAnswer(tx, answer);
      return answer;
    }),
  );
};

interface Addition {
  context: OperationContext;
  configuration: TelephonyConfiguration;
  body: Body;
}

const readAddress = async (tx: OrganizationTransaction, { context, configuration, body }: Addition) => {
  const { connectivity, displayName } = context.carriers.get(configuration.provider).description;
  if (connectivity === "api" && /^sips?:/i.test(body.address)) {
    throw invalidField(["address"], `${displayName} takes telephone numbers; a sip: address needs a SIP trunk`);
  }
  const { country } = await tx.selectFrom("organizations").select("country").executeTakeFirstOrThrow();
  const parsed = parsePhoneNumber(body.address, body.country_code ?? country);
  if (!parsed.ok) throw invalidField(["address"], parsed.reason);
  return { e164: parsed.e164, country: parsed.country ?? body.country_code ?? null };
};

const insert = async (
  tx: OrganizationTransaction,
  { context, configuration, body, e164, country }: Addition & { e164: string; country: string | null },
): Promise<number> => {
  const { description } = context.carriers.get(configuration.provider);
  const { id } = await tx
    .insertInto("phone_numbers")
    .values({
      organization_id: configuration.organization_id,
      telephony_configuration_id: configuration.id,
      address: body.address,
      address_normalized: e164,
      address_type: "pstn",
      account_fingerprint: accountFingerprint(description, openCredentials(configuration, context.secrets)),
      country_code: country,
      label: body.label ?? null,
      inbound_agent_id: body.inbound_workflow_id ?? null,
      is_active: body.is_active,
      is_default_caller_id: body.is_default_caller_id,
      extra_metadata: body.extra_metadata,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};
