import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { isRefusal, isSuccess } from "../carrier-answers.ts";
import type {
  AvailableNumber,
  CarrierNumbers,
  InboundTarget,
  NumberQuery,
  OwnedNumber,
  RentResult,
} from "../carrier-numbers.ts";
import { type RequestResult } from "../carrier-request.ts";
import { findOrMakeApplication } from "./plivo.application.ts";
import { toCost } from "./plivo.call.ts";
import { describeProblem, type PlivoClient, readAnswer, requireDoneOrMissing } from "./plivo.client.ts";
import { isMissing } from "./plivo.fetch-call.ts";
import { toE164, toPlivoNumber } from "./plivo.phone-number.ts";
import { findTextTarget, pointTexts } from "./plivo.text-target.ts";

export const createPlivoNumbers = (client: PlivoClient): CarrierNumbers => ({
  search: (credentials, query) => search(client, credentials, query),
  rent: async (credentials, { phoneNumber }) => {
    const path = `/PhoneNumber/${toPlivoNumber(phoneNumber)}/`;
    return toRentResult(await client(credentials, { method: "POST", path, json: {} }), phoneNumber);
  },
  findOwned: async (credentials, phoneNumber) => {
    const result = await client(credentials, { method: "GET", path: pathOf(phoneNumber) });
    return isMissing(result) ? null : toOwned(readAnswer(result, ownedNumber).number);
  },
  release: async (credentials, number) => {
    requireDoneOrMissing(await client(credentials, { method: "DELETE", path: pathOf(number.phoneNumber) }));
  },
  pointInbound: (credentials, number, target) =>
    target ? point(client, credentials, { number, target }) : unpoint(client, credentials, number),
  pointTexts: (credentials, number, inbound) => pointTexts(client, credentials, { number, ...inbound }),
  findTextTarget: (credentials, number) => findTextTarget(client, credentials, number),
});

/** Plivo identifies a number by the number itself. */
const toOwned = (number: string): OwnedNumber => ({
  phoneNumber: toE164(number) ?? `+${number}`,
  carrierNumberId: toPlivoNumber(number),
});

const pathOf = (phoneNumber: string): string => `/Number/${toPlivoNumber(phoneNumber)}/`;

const MOST_PER_PAGE = 20;

const forSale = z.object({
  number: z.string(),
  city: z.string().nullish(),
  region: z.string().nullish(),
  monthly_rental_rate: z.union([z.string(), z.number()]).nullish(),
  voice_enabled: z.boolean().nullish(),
  sms_enabled: z.boolean().nullish(),
  mms_enabled: z.boolean().nullish(),
});
const forSaleList = z.object({
  meta: z.object({ next: z.string().nullish() }).nullish(),
  objects: z.array(forSale),
});

const TYPES = { local: "local", mobile: "mobile", toll_free: "tollfree" } as const;

/**
 * Plivo's pattern matches the beginning of the number after the country code: narrower than "contains", never wrong.
 */
const search = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  query: NumberQuery,
): Promise<AvailableNumber[]> => {
  const found: AvailableNumber[] = [];
  for (let offset = 0, next = true; next && found.length < query.limit; offset += MOST_PER_PAGE) {
    const wanted = new URLSearchParams({
      country_iso: query.country,
      type: TYPES[query.type],
      services: "voice",
      limit: String(Math.min(MOST_PER_PAGE, query.limit - found.length)),
      offset: String(offset),
    });
    const digits = query.contains?.replace(/\D/g, "");
    if (digits) wanted.set("pattern", digits);
    const result = await client(credentials, { method: "GET", path: `/PhoneNumber/?${wanted.toString()}` });
    const { meta, objects } = readAnswer(result, forSaleList);
    found.push(...objects.flatMap(toAvailable));
    next = Boolean(meta?.next);
  }
  return found.slice(0, query.limit);
};

const toAvailable = (number: z.infer<typeof forSale>): AvailableNumber[] => {
  const phoneNumber = toE164(number.number);
  if (phoneNumber === null || !number.voice_enabled) return [];
  const { costMinor, currency } = toCost(number.monthly_rental_rate);
  return [
    {
      phoneNumber,
      locality: number.city ?? null,
      region: number.region ?? null,
      capabilities: [
        "voice",
        ...(number.sms_enabled ? (["sms"] as const) : []),
        ...(number.mms_enabled ? (["mms"] as const) : []),
      ],
      monthlyCostMinor: costMinor,
      currency,
    },
  ];
};

const rental = z.object({ status: z.string().nullish(), numbers: z.array(z.object({ status: z.string().nullish() })) });

/** Converts the answer to the one request. `pending`: Plivo has accepted the order and may still refuse it. */
const toRentResult = (result: RequestResult, phoneNumber: string): RentResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const detail = describeProblem(result);
  if (isSuccess(result)) {
    const order = rental.safeParse(parseJson(result.body)).data;
    const isRented = order?.status === "fulfilled" || order?.numbers[0]?.status?.toLowerCase() === "success";
    return isRented
      ? { kind: "rented", number: toOwned(toPlivoNumber(phoneNumber)) }
      : { kind: "unknown", detail: `the order is ${order?.status ?? "not described"}` };
  }
  if (isMissing(result) || (isRefusal(result) && /not available|unavailable|not found|already/i.test(detail)))
    return { kind: "unavailable", detail };
  return isRefusal(result) || result.status === 429 ? { kind: "refused", detail } : { kind: "unknown", detail };
};

const ownedNumber = z.object({ number: z.string() });

const point = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  { number, target }: { number: OwnedNumber; target: InboundTarget },
): Promise<void> => {
  const appId = await findOrMakeApplication(client, credentials, target);
  const json = { app_id: appId };
  expectFound(await client(credentials, { method: "POST", path: pathOf(number.phoneNumber), json }), number);
};

/** A number without an application uses the account's default one, which is none unless somebody set it. */
const unpoint = async (client: PlivoClient, credentials: CarrierCredentials, number: OwnedNumber): Promise<void> => {
  const path = pathOf(number.phoneNumber);
  expectFound(await client(credentials, { method: "POST", path, json: {} }), number);
};

const expectFound = (result: RequestResult, { phoneNumber }: OwnedNumber): void => {
  if (requireDoneOrMissing(result).status === 404)
    throw new CarrierUnavailableError(`Plivo: ${phoneNumber} is not on the account`);
};
