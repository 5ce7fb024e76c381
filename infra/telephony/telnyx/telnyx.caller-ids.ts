import { z } from "zod";
import { CarrierUnavailableError } from "../carrier.ts";
import { isSuccess } from "../carrier-answers.ts";
import type { CallerIds } from "../carrier-numbers.ts";
import { readAll, requireDoneOrMissing, type TelnyxClient } from "./telnyx.client.ts";

const verifiedNumber = z.object({ phone_number: z.string(), verified_at: z.string().nullish() });

/**
 * Verifies a number: Telnyx calls it and reads a code, which the person gives us; the number identifies its
 * verification.
 */
export const createTelnyxCallerIds = (client: TelnyxClient): CallerIds => ({
  start: async (credentials, { phoneNumber }) => {
    const json = { phone_number: phoneNumber, verification_method: "call" };
    const result = await client(credentials, { method: "POST", path: "/verified_numbers", json });
    if (!isSuccess(requireDoneOrMissing(result)))
      throw new CarrierUnavailableError("Telnyx: verification is not there");
    return { reference: phoneNumber, codeToType: null };
  },
  confirm: async (credentials, { reference, code }) => {
    const path = `${pathOf(reference)}/actions/verify`;
    const result = await client(credentials, { method: "POST", path, json: { verification_code: code } });
    // The code is wrong or late, or the number has no verification.
    if (result.kind === "response" && [400, 404, 422].includes(result.status)) return false;
    return isSuccess(requireDoneOrMissing(result));
  },
  list: async (credentials) => {
    const ask = (page: Record<string, string>) =>
      client(credentials, { method: "GET", path: "/verified_numbers", query: page });
    const numbers = await readAll(ask, verifiedNumber);
    return numbers.flatMap(({ phone_number: number, verified_at: verifiedAt }) => (verifiedAt ? [number] : []));
  },
  remove: async (credentials, phoneNumber) => {
    requireDoneOrMissing(await client(credentials, { method: "DELETE", path: pathOf(phoneNumber) }));
  },
});

const pathOf = (phoneNumber: string): string => `/verified_numbers/${encodeURIComponent(phoneNumber)}`;
