import { reportText } from "../../../application/message/report-text.ts";
import { findCarrierAccount } from "../../../application/telephony/find-carrier-account.ts";
import { isUuid } from "../../../domain/json/uuid.rules.ts";
import { findText } from "../../../infra/postgres/message/text-messages.repository.ts";
import { notFound } from "../../http/http-error.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { rebuildCallbackRequest } from "../carrier-callbacks/callback-target.ts";
import { refuseCallback } from "../carrier-callbacks/refused-callbacks.ts";
import type { textStatusParams } from "./carrier-texts.schemas.ts";

const ID = /^[1-9]\d{0,14}$/;

/** Receives a carrier's report about a text that we have sent. */
export const receiveTextStatus = async (
  context: OperationContext,
  { params, request }: OperationInput<{ params: typeof textStatusParams }> & WithRequest,
): Promise<undefined> => {
  const { provider } = params;
  const found = await findTarget(context, params);
  const messages = found?.account.carrier.messages;
  if (!found || !messages) throw notFound("Message");
  const verified = messages.readStatus(found.account.credentials, rebuildCallbackRequest(context, request));
  if (!verified.ok) throw refuseCallback(context, { provider, reason: verified.reason });
  const { id, organization_id: organizationId } = found.message;
  const isNew = await reportText(context, { organizationId, id, told: verified.text });
  context.metrics.callbacks.inc({ provider, result: isNew ? "taken" : "repeated" });
};

const findTarget = async (
  context: OperationContext,
  { provider, organization_id, message_uuid }: OperationInput<{ params: typeof textStatusParams }>["params"],
) => {
  if (!context.carriers.has(provider) || !ID.test(organization_id) || !isUuid(message_uuid)) return null;
  return context.database.inOrganization(Number(organization_id), async (tx) => {
    const message = await findText(tx, message_uuid);
    if (!message || message.provider !== provider || message.telephony_configuration_id === null) return null;
    const account = await findCarrierAccount(context, tx, message.telephony_configuration_id);
    return account?.account.provider === provider ? { message, account } : null;
  });
};
