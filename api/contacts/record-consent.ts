import { parsePhoneNumber } from "../../domain/number/phone-number.ts";
import { findConsent } from "../../infra/postgres/contact/consent.repository.ts";
import { readOrganizationCountry } from "../../infra/postgres/contact/contact-import.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import { maskNumber } from "../../infra/telemetry/mask-text.ts";
import { invalidField } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import { changeConsent } from "./change-consent.ts";
import { presentConsent } from "./consents.presenter.ts";
import type { consentBody } from "./consents.schemas.ts";

/**
 * Records a consent. After the answer to a withdrawal the number is handed to no carrier until consent is granted
 * again.
 */
export const recordConsent = (context: OperationContext, { body }: OperationInput<{ body: typeof consentBody }>) =>
  context.inOrganization(async (tx) => {
    const number = parsePhoneNumber(body.phone_number, await readOrganizationCountry(tx));
    if (!number.ok) throw invalidField(["phone_number"], number.reason);
    const { environment } = context.actor;
    await changeConsent(context, tx, { phoneNumber: number.e164, environment, statement: body });
    recordTimelineAtCommit(tx, {
      organizationId: context.actor.organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: `Consent of ${maskNumber(number.e164)} is ${body.status}`,
    });
    return presentConsent(number.e164, await findConsent(tx, number.e164, environment));
  });
