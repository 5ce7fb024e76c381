import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { RentableKind } from "../../../domain/number/managed-number-rental.rules.ts";
import { isRefusal } from "../carrier-answers.ts";
import type { AvailableNumber, CarrierNumbers, OwnedNumber, RentResult } from "../carrier-numbers.ts";
import { type RequestResult } from "../carrier-request.ts";
import {
  describeProblem,
  readAnswer,
  readProblemCode,
  requireDone,
  requireDoneOrMissing,
  type TwilioClient,
} from "./twilio.client.ts";
import { findTextTarget, pointTexts } from "./twilio.text-target.ts";

const availableNumber = z.object({
  phone_number: z.string(),
  locality: z.string().nullish(),
  region: z.string().nullish(),
  capabilities: z.record(z.string(), z.boolean()).default({}),
});
const availableList = z.object({ available_phone_numbers: z.array(availableNumber) });
const incomingNumber = z.object({ sid: z.string(), phone_number: z.string() });
const incomingList = z.object({ incoming_phone_numbers: z.array(incomingNumber) });

const KINDS: Readonly<Record<RentableKind, string>> = { local: "Local", mobile: "Mobile", toll_free: "TollFree" };
const CAPABILITIES = ["voice", "sms", "mms", "fax"] as const;
const LONGEST_NAME = 64;

/** Creates Twilio's numbers. Their prices are in another API; a search does not report them. */
export const createTwilioNumbers = (client: TwilioClient): CarrierNumbers => ({
  search: async (credentials, { country, type, contains, limit }) => {
    const query = new URLSearchParams({ PageSize: String(limit), VoiceEnabled: "true" });
    if (contains) query.set("Contains", contains);
    const path = `/AvailablePhoneNumbers/${encodeURIComponent(country)}/${KINDS[type]}.json?${query.toString()}`;
    const result = await client(credentials, { method: "GET", path });
    // Twilio has no numbers of this kind in that country.
    if (result.kind === "response" && result.status === 404) return [];
    return readAnswer(result, availableList).available_phone_numbers.slice(0, limit).map(toAvailable);
  },
  rent: async (credentials, { phoneNumber, reference }) => {
    const form = new URLSearchParams({ PhoneNumber: phoneNumber, FriendlyName: reference.slice(0, LONGEST_NAME) });
    return toRentResult(await client(credentials, { method: "POST", path: "/IncomingPhoneNumbers.json", form }));
  },
  findOwned: (credentials, phoneNumber) => findOwned(client, credentials, phoneNumber),
  release: async (credentials, number) => {
    const sid = await sidOf(client, credentials, number);
    if (sid === null) return;
    requireDoneOrMissing(await client(credentials, { method: "DELETE", path: pathOf(sid) }));
  },
  pointInbound: async (credentials, number, target) => {
    const sid = await sidOf(client, credentials, number);
    const form = new URLSearchParams({
      VoiceUrl: target?.inboundUrl ?? "",
      VoiceMethod: "POST",
      StatusCallback: target?.statusUrl ?? "",
      StatusCallbackMethod: "POST",
      // An application or a trunk would take precedence over the URL.
      ...(target && { VoiceApplicationSid: "", TrunkSid: "" }),
    });
    requireDone(await client(credentials, { method: "POST", path: pathOf(sid ?? number.phoneNumber), form }));
  },
  pointTexts: async (credentials, number, inbound) =>
    pointTexts(client, credentials, { ...(await addressOf(client, credentials, number)), ...inbound }),
  findTextTarget: async (credentials, number) =>
    findTextTarget(client, credentials, await addressOf(client, credentials, number)),
});

const addressOf = async (client: TwilioClient, credentials: CarrierCredentials, number: OwnedNumber) => {
  const sid = await sidOf(client, credentials, number);
  return { number, path: sid === null ? null : pathOf(sid) };
};

const pathOf = (sid: string) => `/IncomingPhoneNumbers/${encodeURIComponent(sid)}.json`;

const toAvailable = (number: z.infer<typeof availableNumber>): AvailableNumber => {
  const able = new Map(Object.entries(number.capabilities).map(([name, has]) => [name.toLowerCase(), has]));
  return {
    phoneNumber: number.phone_number,
    locality: number.locality ?? null,
    region: number.region ?? null,
    capabilities: CAPABILITIES.filter((name) => able.get(name)),
    monthlyCostMinor: null,
    currency: null,
  };
};

const findOwned = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  phoneNumber: string,
): Promise<OwnedNumber | null> => {
  const query = new URLSearchParams({ PhoneNumber: phoneNumber, PageSize: "50" });
  const result = await client(credentials, { method: "GET", path: `/IncomingPhoneNumbers.json?${query.toString()}` });
  // The filter also matches numbers that only contain the requested one.
  const found = readAnswer(result, incomingList).incoming_phone_numbers.find(
    (each) => each.phone_number === phoneNumber,
  );
  return found ? { phoneNumber, carrierNumberId: found.sid } : null;
};

const sidOf = async (client: TwilioClient, credentials: CarrierCredentials, number: OwnedNumber) =>
  number.carrierNumberId ?? (await findOwned(client, credentials, number.phoneNumber))?.carrierNumberId ?? null;

/** Invalid, or no longer for sale. */
const UNAVAILABLE = [21421, 21422];

const toRentResult = (result: RequestResult): RentResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const { status } = result;
  const code = readProblemCode(result);
  const rented = status >= 200 && status < 300 ? incomingNumber.safeParse(parseJson(result.body)).data : undefined;
  if (rented) return { kind: "rented", number: { phoneNumber: rented.phone_number, carrierNumberId: rented.sid } };
  const detail = describeProblem(result);
  if (code !== null && UNAVAILABLE.includes(code)) return { kind: "unavailable", detail };
  // Without a code of Twilio's, or after an error at Twilio, the number may still have been rented.
  const isClear = code !== null && isRefusal(result);
  return isClear ? { kind: "refused", detail } : { kind: "unknown", detail };
};
