import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierRefusedError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import type { CallerIds } from "../carrier-numbers.ts";
import { describeProblem, type PlivoClient, readAnswer, requireDoneOrMissing } from "./plivo.client.ts";
import { PLIVO_PAGE } from "./plivo.page.ts";
import { toE164, toPlivoNumber } from "./plivo.phone-number.ts";

const verification = z.object({ verification_uuid: z.string().min(1) });
const callerIdList = z.object({
  meta: z.object({ next: z.string().nullish() }).nullish(),
  objects: z.array(z.object({ phone_number: z.string() })),
});

/**
 * Verifies numbers of the business outside the account: Plivo calls them with a code, valid for 15 minutes, that the
 * person gives us.
 */
export const createPlivoCallerIds = (client: PlivoClient): CallerIds => ({
  start: async (credentials, { phoneNumber, label }) => {
    const json = { phone_number: phoneNumber, alias: label, channel: "call" };
    const result = requireDoneOrMissing(
      await client(credentials, { method: "POST", path: "/VerifiedCallerId/", json }),
    );
    if (!isSuccess(result)) throw new CarrierRefusedError(describeProblem(result));
    return { reference: readAnswer(result, verification).verification_uuid, codeToType: null };
  },
  confirm: async (credentials, { reference, code }) => {
    const path = `/VerifiedCallerId/Verification/${encodeURIComponent(reference)}/`;
    const result = await client(credentials, { method: "POST", path, json: { otp: code } });
    // The code is wrong or has expired.
    const isWrong = result.kind === "response" && (result.status === 400 || result.status === 404);
    return !isWrong && isSuccess(requireDoneOrMissing(result));
  },
  list: (credentials) => list(client, credentials),
  remove: async (credentials, phoneNumber) => {
    const path = `/VerifiedCallerId/${toPlivoNumber(phoneNumber)}/`;
    requireDoneOrMissing(await client(credentials, { method: "DELETE", path }));
  },
});

const list = async (client: PlivoClient, credentials: CarrierCredentials): Promise<string[]> => {
  const found: string[] = [];
  for (let offset = 0, next = true; next; offset += PLIVO_PAGE) {
    const path = `/VerifiedCallerId/?limit=${PLIVO_PAGE}&offset=${offset}`;
    const { meta, objects } = readAnswer(await client(credentials, { method: "GET", path }), callerIdList);
    found.push(...objects.flatMap(({ phone_number }) => toE164(phone_number) ?? []));
    next = Boolean(meta?.next) && objects.length > 0;
  }
  return found;
};
