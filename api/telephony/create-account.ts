import type { z } from "zod";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { Entities } from "../../infra/postgres/entity-manager.ts";
import { recordAccount } from "../../infra/postgres/record/record-settings.ts";
import { sealCredentials } from "../../infra/postgres/telephony/telephony.repository.ts";
import { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import {
  clearDefaultOutbound,
  findTelephonyAccount,
} from "../../infra/postgres/telephony/telephony-account.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireQuota } from "../require-quota.ts";
import { requireTextAgent } from "../text-agent.ts";
import { checkAccount } from "./account-check.ts";
import { type AccountColumns, readCarrierSettings, splitSettings } from "./carrier-settings.ts";
import { readFollowers, requireFollowers } from "./followers.ts";
import {
  carrierUnavailable,
  refuseDuplicates,
  requireAllowedCarrier,
  telephonyAccountNotFound,
} from "./telephony.errors.ts";
import { presentTelephonyAccount } from "./telephony.presenter.ts";
import type { createTelephonyAccountBody } from "./telephony.schemas.ts";

type Body = z.output<typeof createTelephonyAccountBody>;

/**
 * Connects a carrier account; the carrier is asked first, so that a mistyped secret is found before a campaign uses it.
 */
export const createTelephonyAccount = async (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof createTelephonyAccountBody }>,
) => {
  const { provider, sent, columns } = splitSettings(body.config);
  if (!context.carriers.has(provider)) {
    throw invalidField(["config", "provider"], `There is no provider ${provider}; telephony.providers lists them`);
  }
  requireAllowedCarrier(context.actor, { provider });
  const { description } = context.carriers.get(provider);
  if (description.unavailable) throw carrierUnavailable(description.unavailable);
  const credentials = readCarrierSettings(description, sent);
  const check = await checkAccount(context, { provider, credentials });
  return refuseDuplicates(() =>
    context.withEntities(async (em, tx) => {
      const row = await insert({ em, tx }, { context, body, credentials, columns });
      const answer = presentTelephonyAccount(context, row, check);
      context.keepAnswer(tx, answer);
      return answer;
    }),
  );
};

const insert = async (
  { em, tx }: { em: Entities; tx: OrganizationTransaction },
  {
    context,
    body,
    credentials,
    columns,
  }: { context: OperationContext; body: Body; credentials: CarrierCredentials; columns: AccountColumns },
) => {
  const { organizationId } = context.actor;
  await requireQuota(tx, "telephony_configurations");
  await requireFollowers(context, tx, { failover: body.failover, provider: body.config.provider });
  if (body.is_default_outbound) await clearDefaultOutbound(tx);
  const { id } = await em.create(TelephonyAccount, {
    organization_id: organizationId,
    name: body.name,
    provider: body.config.provider,
    is_default_outbound: body.is_default_outbound,
    failover: readFollowers(body.failover),
    route: body.route,
    text_agent_id: await requireTextAgent(context, tx, { body, provider: body.config.provider, before: null }),
    ...columns,
    ...sealCredentials(credentials, { organizationId, secrets: context.secrets }),
  });
  const actor = formatActor(context.actor);
  await recordAccount(tx, { organizationId, id, change: "connected", actor });
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "system",
    actor,
    summary: `Telephony configuration ${body.name} (${body.config.provider}) was connected`,
    payload: { telephony_configuration_id: id },
  });
  const row = await findTelephonyAccount(tx, id);
  if (!row) throw telephonyAccountNotFound();
  return row;
};
