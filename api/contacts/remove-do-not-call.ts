import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { findDoNotCall, removeFromDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { maskNumber } from "../../infra/telemetry/mask-text.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { requireProduction } from "../http/require-production.ts";
import { numberNotListed } from "./contacts.errors.ts";
import type { doNotCallParams } from "./do-not-call.schemas.ts";

export const removeDoNotCall = (
  context: OperationContext,
  { params }: OperationInput<{ params: typeof doNotCallParams }>,
) =>
  context.inOrganization(async (tx) => {
    const number = parsePhoneNumber(params.phone_number, await readOrganizationCountry(tx));
    if (!number.ok) throw numberNotListed();
    const isSandbox = context.actor.environment === "sandbox";
    const terms = { actor: formatActor(context.actor), ...(isSandbox && { environments: ["sandbox" as const] }) };
    if (!(await removeFromDoNotCall(tx, number.e164, terms))) {
      if (isSandbox && (await findDoNotCall(tx, number.e164)))
        requireProduction(context.actor, "take a number off production's do-not-call list");
      throw numberNotListed();
    }
    recordTimelineAtCommit(tx, {
      organizationId: context.actor.organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `${maskNumber(number.e164)} was removed from the do-not-call list`,
    });
    return { message: "The number was removed from the do-not-call list" };
  });
