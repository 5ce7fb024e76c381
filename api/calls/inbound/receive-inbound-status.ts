import type { z } from "zod";
import { findInboundRun } from "../../../infra/postgres/call/inbound-calls.repository.ts";
import { openCredentials } from "../../../infra/postgres/telephony/telephony.repository.ts";
import { notFound } from "../../http/http-error.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { answerEvent } from "../carrier-callbacks/answer-event.ts";
import { rebuildCallbackRequest } from "../carrier-callbacks/callback-target.ts";
import { receiveCarrierEvent } from "../carrier-callbacks/receive-carrier-event.ts";
import { refuseCallback } from "../carrier-callbacks/refused-callbacks.ts";
import type { inboundStatusParams } from "./inbound.schemas.ts";

const ID = /^[1-9]\d{0,14}$/;

/** Receives a carrier's events about incoming calls, at the one address that it has for all of them. */
export const receiveInboundStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<{ params: typeof inboundStatusParams }> & WithRequest,
): Promise<undefined> => {
  const { provider } = params;
  const account = await findAccount(context, params);
  if (!account || !context.carriers.has(provider)) throw notFound("Account");
  const carrier = context.carriers.get(provider);
  const credentials = openCredentials(account, context.secrets);
  const asked = rebuildCallbackRequest(context, request);
  const verified = carrier.readCallback(credentials, asked);
  if (!verified.ok) throw refuseCallback(context, { provider, reason: verified.reason });
  const { event } = verified;
  const run = await context.database.inOrganization(account.organization_id, (tx) =>
    findInboundRun(tx, { telephonyAccountId: account.id, carrierCallId: event.call.carrierCallId }),
  );
  // The call was rejected and is already recorded; its instructions may have a second part.
  if (!run) {
    const { resume, call } = event;
    const order = resume && { carrierCallId: call.carrierCallId, statusUrl: asked.url, instructions: resume };
    if (order) await carrier.instruct(credentials, order);
    return;
  }
  await receiveCarrierEvent(context, { run, provider, event });
  await answerEvent(context, { run, carrier, credentials }, event);
};

const findAccount = async (
  { database }: OperationContext,
  { provider, organization_id, telephony_configuration_id: id }: z.output<typeof inboundStatusParams>,
) => {
  if (!ID.test(organization_id) || !ID.test(id)) return undefined;
  return database.inOrganization(Number(organization_id), (tx) =>
    tx
      .selectFrom("telephony_configurations")
      .selectAll()
      .where("id", "=", Number(id))
      .where("provider", "=", provider)
      .executeTakeFirst(),
  );
};
