import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { CarrierRefusedError } from "../carrier.ts";
import type { CarrierNumbers, RentResult, TextTarget } from "../carrier-numbers.ts";
import { type RequestResult } from "../carrier-request.ts";
import {
  describeRefusal,
  readAnswer,
  requireDone,
  requireDoneOrMissing,
  type SimulatorClient,
} from "./simulator.client.ts";
import { numberSchema } from "./simulator.protocol.ts";

const found = z.object({ numbers: z.array(z.object({ phone_number: z.string() })) });
const pathOf = (phoneNumber: string) => `/v1/numbers/${encodeURIComponent(phoneNumber)}`;
/** The simulator serves all organizations, so a number names its owner. */
const ownerOf = (credentials: CarrierCredentials) => ({
  account: readSetting(credentials, "account"),
  organization: readSetting(credentials, "organization"),
});
const askerOf = (credentials: CarrierCredentials) =>
  `organization=${encodeURIComponent(readSetting(credentials, "organization"))}`;

/** Creates the simulator's numbers, which are unlimited and free. */
export const createSimulatorNumbers = (ask: SimulatorClient): CarrierNumbers => ({
  search: async (_, { country, contains = "", limit }) => {
    const query = new URLSearchParams({ country, contains, limit: String(limit) });
    const { numbers } = readAnswer(await ask("GET", `/v1/numbers/available?${query.toString()}`), found);
    return numbers.map(({ phone_number }) => ({
      phoneNumber: phone_number,
      locality: null,
      region: null,
      capabilities: ["voice"],
      monthlyCostMinor: 0,
      currency: "USD",
    }));
  },
  rent: async (credentials, { phoneNumber, reference }) => {
    const body = JSON.stringify({ phone_number: phoneNumber, ...ownerOf(credentials), reference });
    return toRentResult(await ask("POST", "/v1/numbers", { body }));
  },
  findOwned: async (credentials, phoneNumber) => {
    const query = new URLSearchParams({ phone_number: phoneNumber, ...ownerOf(credentials) });
    const [number] = readAnswer(await ask("GET", `/v1/numbers?${query.toString()}`), found).numbers;
    return number ? { phoneNumber: number.phone_number, carrierNumberId: null } : null;
  },
  release: async (credentials, { phoneNumber }) => {
    requireDoneOrMissing(await ask("DELETE", `${pathOf(phoneNumber)}?${askerOf(credentials)}`));
  },
  pointInbound: async (credentials, { phoneNumber }, target) => {
    const urls = target && { inbound_url: target.inboundUrl, status_url: target.statusUrl };
    const path = `${pathOf(phoneNumber)}/inbound?${askerOf(credentials)}`;
    requireDone(await ask("PUT", path, { body: JSON.stringify(urls) }));
  },
  pointTexts: async (credentials, number, { target: { textUrl }, serves }) => {
    const { url } = await findTextTarget(ask, credentials, number);
    if ((url === textUrl) === serves) return;
    const path = `${pathOf(number.phoneNumber)}/texts?${askerOf(credentials)}`;
    requireDone(await ask("PUT", path, { body: JSON.stringify({ text_url: serves ? textUrl : null }) }));
  },
  findTextTarget: (credentials, number) => findTextTarget(ask, credentials, number),
});

const findTextTarget = async (
  ask: SimulatorClient,
  credentials: CarrierCredentials,
  { phoneNumber }: { phoneNumber: string },
): Promise<TextTarget> => {
  const query = new URLSearchParams({ phone_number: phoneNumber, ...ownerOf(credentials) });
  const list = readAnswer(
    requireDone(await ask("GET", `/v1/numbers?${query.toString()}`)),
    z.object({ numbers: z.array(numberSchema) }),
  );
  const [number] = list.numbers;
  if (!number) throw new CarrierRefusedError(`${phoneNumber} is not on the account`);
  return { isAble: true, url: number.text_url };
};

const toRentResult = (result: RequestResult): RentResult => {
  if (result.kind === "no_response") return { kind: "unknown", detail: result.detail };
  const detail = describeRefusal(result);
  if (result.status === 409) return { kind: "unavailable", detail };
  if (result.status === 403 || result.status === 422) return { kind: "refused", detail };
  const number = numberSchema.safeParse(parseJson(result.body));
  if (result.status !== 201 || !number.success) return { kind: "unknown", detail };
  return { kind: "rented", number: { phoneNumber: number.data.phone_number, carrierNumberId: null } };
};
