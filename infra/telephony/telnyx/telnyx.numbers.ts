import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { isRefusal, isSuccess } from "../carrier-answers.ts";
import type {
  AvailableNumber,
  CarrierNumbers,
  InboundTarget,
  NumberQuery,
  OwnedNumber,
  RentResult,
} from "../carrier-numbers.ts";
import { toMinor } from "./telnyx.call.ts";
import { describeProblem, readAll, readAnswer, requireDoneOrMissing, type TelnyxClient } from "./telnyx.client.ts";
import { findTextTarget, pointTexts } from "./telnyx.text-target.ts";

/** Creates the numbers for sale and on the account; the account's application decides where inbound calls go. */
export const createTelnyxNumbers = (client: TelnyxClient): CarrierNumbers => ({
  search: (credentials, query) => searchNumbers(client, credentials, query),
  rent: (credentials, order) => rentNumber(client, credentials, order),
  findOwned: (credentials, phoneNumber) => findOwned(client, credentials, phoneNumber),
  release: async (credentials, number) => {
    const id = await idOf(client, credentials, number);
    if (id === null) return;
    requireDoneOrMissing(
      await client(credentials, { method: "DELETE", path: `/phone_numbers/${encodeURIComponent(id)}` }),
    );
  },
  pointInbound: (credentials, number, target) => pointInbound(client, credentials, { number, target }),
  pointTexts: async (credentials, number, inbound) => {
    const id = await idOf(client, credentials, number);
    await pointTexts(client, credentials, { number, id, ...inbound });
  },
  findTextTarget: async (credentials, number) =>
    findTextTarget(client, credentials, { number, id: await idOf(client, credentials, number) }),
});

const availableNumber = z.object({
  phone_number: z.string(),
  cost_information: z.object({ monthly_cost: z.string().nullish(), currency: z.string().nullish() }).nullish(),
  features: z.array(z.object({ name: z.string().nullish() })).nullish(),
  region_information: z
    .array(z.object({ region_type: z.string().nullish(), region_name: z.string().nullish() }))
    .nullish(),
});

const CAPABILITIES = ["voice", "sms", "mms", "fax"] as const;

const searchNumbers = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  query: NumberQuery,
): Promise<AvailableNumber[]> => {
  const filter = {
    "filter[country_code]": query.country,
    "filter[phone_number_type]": query.type,
    "filter[features]": "voice",
    "filter[limit]": String(query.limit),
    ...(query.contains && { "filter[phone_number][contains]": query.contains }),
  };
  const result = await client(credentials, { method: "GET", path: "/available_phone_numbers", query: filter });
  return readAnswer(result, z.array(availableNumber)).map((number) => {
    const { monthly_cost: monthlyCost, currency } = number.cost_information ?? {};
    const isPriced = monthlyCost && currency && /^[A-Z]{3}$/.test(currency) && Number.isFinite(Number(monthlyCost));
    const region = (...types: string[]) =>
      number.region_information?.find((each) => types.includes(each.region_type ?? ""))?.region_name ?? null;
    return {
      phoneNumber: number.phone_number,
      locality: region("location", "rate_center"),
      region: region("state"),
      capabilities: CAPABILITIES.filter((name) => number.features?.some((feature) => feature.name === name)),
      monthlyCostMinor: isPriced ? toMinor(Number(monthlyCost), currency) : null,
      currency: isPriced ? currency : null,
    };
  });
};

const numberOrder = z.object({
  status: z.string().nullish(),
  requirements_met: z.boolean().nullish(),
});

/** Sentences that mean that somebody else was faster. */
const GONE = /no longer available|not available|unavailable|already|reserved|not found/i;

const rentNumber = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  order: { phoneNumber: string; reference: string },
): Promise<RentResult> => {
  const result = await client(credentials, {
    method: "POST",
    path: "/number_orders",
    json: {
      phone_numbers: [{ phone_number: order.phoneNumber }],
      customer_reference: order.reference,
      connection_id: readSetting(credentials, "connection_id"),
    },
  });
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const detail = describeProblem(result);
  if (isRefusal(result)) return { kind: GONE.test(detail) ? "unavailable" : "refused", detail };
  if (!isSuccess(result)) return { kind: "unknown", detail };
  return readOrder(client, credentials, { phoneNumber: order.phoneNumber, result });
};

/** An order is accepted first and carried out later: the number is ours when it is on the account. */
const readOrder = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { phoneNumber, result }: { phoneNumber: string; result: Parameters<typeof readAnswer>[0] },
): Promise<RentResult> => {
  try {
    const placed = readAnswer(result, numberOrder);
    if (placed.status === "failure") return { kind: "unavailable", detail: "Telnyx could not carry out the order" };
    if (placed.requirements_met === false) {
      return {
        kind: "refused",
        detail: "Telnyx wants regulatory documents for this number first; see the order there",
      };
    }
    const number = await findOwned(client, credentials, phoneNumber);
    return number ? { kind: "rented", number } : { kind: "unknown", detail: "Telnyx is still carrying out the order" };
  } catch (error) {
    // The order stands even if something failed after it was accepted.
    return { kind: "unknown", detail: error instanceof Error ? error.message : String(error) };
  }
};

const ownedNumber = z.object({ id: z.string(), phone_number: z.string(), status: z.string().nullish() });

/** Statuses of listed numbers that the account does not own, or no longer. */
const NOT_OWNED = new Set(["purchase-failed", "port-failed", "deleted", "ported-out"]);

const findOwned = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  phoneNumber: string,
): Promise<OwnedNumber | null> => {
  const listed = await readAll(
    (page) =>
      client(credentials, {
        method: "GET",
        path: "/phone_numbers",
        query: { "filter[phone_number]": phoneNumber, ...page },
      }),
    ownedNumber,
  );
  const found = listed.find((each) => each.phone_number === phoneNumber && !NOT_OWNED.has(each.status ?? ""));
  return found ? { phoneNumber, carrierNumberId: found.id } : null;
};

const idOf = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { phoneNumber, carrierNumberId }: OwnedNumber,
): Promise<string | null> =>
  carrierNumberId ?? (await findOwned(client, credentials, phoneNumber))?.carrierNumberId ?? null;

const application = z.object({ application_name: z.string(), webhook_event_url: z.string().nullish() });

/**
 * Sets the target of a number's calls: its application announces them at the application's webhook URL, so the number
 * is assigned to ours, and ours gets the URL if it has another one. A number without an application takes no calls.
 */
const pointInbound = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { number, target }: { number: OwnedNumber; target: InboundTarget | null },
): Promise<void> => {
  if (target) await pointApplication(client, credentials, target.inboundUrl);
  const id = await idOf(client, credentials, number);
  if (id === null) return;
  const connectionId = target ? readSetting(credentials, "connection_id") : "";
  const path = `/phone_numbers/${encodeURIComponent(id)}`;
  requireDoneOrMissing(await client(credentials, { method: "PATCH", path, json: { connection_id: connectionId } }));
};

const pointApplication = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  inboundUrl: string,
): Promise<void> => {
  const path = `/call_control_applications/${encodeURIComponent(readSetting(credentials, "connection_id"))}`;
  const { application_name, webhook_event_url } = readAnswer(
    requireDoneOrMissing(await client(credentials, { method: "GET", path })),
    application,
  );
  if (webhook_event_url === inboundUrl) return;
  const json = { application_name, webhook_event_url: inboundUrl, webhook_api_version: "2" };
  requireDoneOrMissing(await client(credentials, { method: "PATCH", path, json }));
};
