import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import type { CallerIds } from "../carrier-numbers.ts";
import { readAnswer, requireDone, requireDoneOrMissing, type TwilioClient } from "./twilio.client.ts";

const validation = z.object({ call_sid: z.string(), validation_code: z.string() });
const callerIdList = z.object({
  outgoing_caller_ids: z.array(z.object({ sid: z.string(), phone_number: z.string() })),
});

const LONGEST_LABEL = 64;
/** Twilio's largest page; nobody verifies more numbers by hand. */
const PAGE_SIZE = "1000";

/** Verifies a number: Twilio calls it, and the person types the code that Twilio gave us. */
export const createTwilioCallerIds = (client: TwilioClient): CallerIds => ({
  start: async (credentials, { phoneNumber, label }) => {
    const form = new URLSearchParams({ PhoneNumber: phoneNumber, FriendlyName: label.slice(0, LONGEST_LABEL) });
    const result = await client(credentials, { method: "POST", path: "/OutgoingCallerIds.json", form });
    const { call_sid, validation_code } = readAnswer(requireDone(result), validation);
    return { reference: call_sid, codeToType: validation_code };
  },
  confirm: async (credentials, { phoneNumber }) => (await find(client, credentials, phoneNumber)).length > 0,
  list: async (credentials) => (await find(client, credentials)).map(({ phone_number }) => phone_number),
  remove: async (credentials, phoneNumber) => {
    for (const { sid } of await find(client, credentials, phoneNumber)) {
      const path = `/OutgoingCallerIds/${encodeURIComponent(sid)}.json`;
      requireDoneOrMissing(await client(credentials, { method: "DELETE", path }));
    }
  },
});

const find = async (client: TwilioClient, credentials: CarrierCredentials, phoneNumber?: string) => {
  const query = new URLSearchParams({ PageSize: PAGE_SIZE, ...(phoneNumber && { PhoneNumber: phoneNumber }) });
  const result = await client(credentials, { method: "GET", path: `/OutgoingCallerIds.json?${query.toString()}` });
  const { outgoing_caller_ids } = readAnswer(result, callerIdList);
  return outgoing_caller_ids.filter((each) => phoneNumber === undefined || each.phone_number === phoneNumber);
};
