import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { RentableKind } from "../../../domain/number/managed-number-rental.rules.ts";
import { parsePhoneNumber } from "../../../domain/number/phone-number.ts";
import { CarrierRefusedError } from "../carrier.ts";
import type { AvailableNumber, CarrierNumbers, NumberQuery, OwnedNumber, RentResult } from "../carrier-numbers.ts";
import { toCost, toE164, toVonageNumber } from "./vonage.call.ts";
import { describeProblem, readAnswer, type VonageClient } from "./vonage.client.ts";
import { findOwned, readCommandResult, requireCommandDone } from "./vonage.owned-number.ts";
import { pointInbound } from "./vonage.point-inbound.ts";
import { findTextTarget, pointTexts } from "./vonage.text-target.ts";

const forSale = z.object({
  country: z.string(),
  msisdn: z.string(),
  type: z.string().nullish(),
  cost: z.union([z.string(), z.number()]).nullish(),
  features: z.array(z.string()).nullish(),
});

const saleList = z.object({ numbers: z.array(forSale).nullish() });

/**
 * Creates the numbers of Vonage's Numbers API. It stores no reference of ours with a number, and needs countries beside
 * numbers.
 */
export const createVonageNumbers = (client: VonageClient): CarrierNumbers => ({
  search: (credentials, query) => search(client, credentials, query),
  rent: (credentials, { phoneNumber }) => rent(client, credentials, phoneNumber),
  findOwned: async (credentials, phoneNumber) =>
    (await findOwned(client, credentials, phoneNumber)) ? { phoneNumber, carrierNumberId: null } : null,
  release: async (credentials, { phoneNumber }) => {
    const held = await findOwned(client, credentials, phoneNumber);
    if (!held) return;
    const form = new URLSearchParams({ country: held.country, msisdn: held.msisdn });
    requireCommandDone(await client.numbers(credentials, { path: "/number/cancel", form }));
  },
  pointInbound: async (credentials, { phoneNumber }, target) => {
    const held = await findOwned(client, credentials, phoneNumber);
    if (held) return pointInbound(client, credentials, { held, target });
    if (target) throw new CarrierRefusedError(`${phoneNumber} is not on the account`);
  },
  pointTexts: async (credentials, number, inbound) =>
    pointTexts(client, credentials, { held: await requireHeld(client, credentials, number), ...inbound }),
  findTextTarget: async (credentials, number) =>
    findTextTarget(client, credentials, await requireHeld(client, credentials, number)),
});

const requireHeld = async (client: VonageClient, credentials: CarrierCredentials, { phoneNumber }: OwnedNumber) => {
  const held = await findOwned(client, credentials, phoneNumber);
  if (!held) throw new CarrierRefusedError(`${phoneNumber} is not on the account`);
  return held;
};

const TYPES: Readonly<Record<RentableKind, string>> = {
  local: "landline",
  mobile: "mobile-lvn",
  toll_free: "landline-toll-free",
};
/** Countries whose digits do not distinguish mobile numbers: either kind counts as local. */
const ONE_KIND_COUNTRIES = new Set(["US", "CA"]);

const search = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { country, type, contains, limit }: NumberQuery,
): Promise<AvailableNumber[]> => {
  const ofAnyKind = type !== "toll_free" && ONE_KIND_COUNTRIES.has(country);
  const query = new URLSearchParams({ country, features: "VOICE", size: String(limit) });
  if (!ofAnyKind) query.set("type", TYPES[type]);
  if (contains) {
    query.set("pattern", contains);
    query.set("search_pattern", "1");
  }
  const answer = readAnswer(await client.numbers(credentials, { path: "/number/search", query }), saleList);
  const found = (answer.numbers ?? []).filter((each) => !ofAnyKind || each.type !== TYPES.toll_free);
  return found.slice(0, limit).flatMap(toAvailable);
};

const toAvailable = ({ msisdn, cost, features }: z.infer<typeof forSale>): AvailableNumber[] => {
  const phoneNumber = toE164(msisdn);
  if (phoneNumber === null) return [];
  const { costMinor, currency } = toCost(cost);
  const has = new Set(features?.map((feature) => feature.toLowerCase()));
  const capabilities = (["voice", "sms", "mms"] as const).filter((each) => has.has(each));
  return [{ phoneNumber, locality: null, region: null, capabilities, monthlyCostMinor: costMinor, currency }];
};

const rent = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  phoneNumber: string,
): Promise<RentResult> => {
  const country = await countryForSale(client, credentials, phoneNumber);
  if (typeof country !== "string") return country;
  const form = new URLSearchParams({ country, msisdn: toVonageNumber(phoneNumber) });
  const result = await client.numbers(credentials, { path: "/number/buy", form });
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const detail = describeProblem(result);
  switch (readCommandResult(result)) {
    case "done":
      return { kind: "rented", number: { phoneNumber, carrierNumberId: null } };
    case "refused":
      return { kind: /method failed/i.test(detail) ? "unavailable" : "refused", detail };
    case "unclear":
      return { kind: "unknown", detail };
  }
};

/**
 * Digits do not distinguish the United States from Canada: the offer does. An answer without an offer ends the rental.
 */
const countryForSale = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  phoneNumber: string,
): Promise<string | RentResult> => {
  const msisdn = toVonageNumber(phoneNumber);
  const read = parsePhoneNumber(phoneNumber);
  const parsed = read.ok ? read.country : null;
  const countries = new Set([parsed, ...(phoneNumber.startsWith("+1") ? ["US", "CA"] : [])]);
  for (const country of countries) {
    if (country === null) continue;
    const query = new URLSearchParams({ country, pattern: msisdn, search_pattern: "0" });
    const result = await client.numbers(credentials, { path: "/number/search", query });
    if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
    if (readCommandResult(result) === "refused") return { kind: "refused", detail: describeProblem(result) };
    const found = saleList.safeParse(parseJson(result.body)).data;
    if (!found || result.status !== 200) return { kind: "unknown", detail: describeProblem(result) };
    if (found.numbers?.some((each) => each.msisdn === msisdn)) return country;
  }
  return { kind: "unavailable", detail: `${phoneNumber} is not for sale` };
};
