import { type Carrier, CarrierRefusedError, CarrierUnavailableError } from "../../../infra/telephony/carrier.ts";
import type {
  CallerIds,
  CarrierNumbers,
  InboundTarget,
  OwnedNumber,
  RentResult,
} from "../../../infra/telephony/carrier-numbers.ts";
import { type CarrierRegistry, createCarrierRegistry } from "../../../infra/telephony/carrier-registry.ts";
import { SIMULATOR_SIGNING_KEY } from "../../harness/test-simulator.ts";

const NOBODY = "http://127.0.0.1:9";

export interface FakeShop {
  /** The numbers that the carrier has on the account. */
  owned: Set<string>;
  /** The targets of calls to the numbers. */
  pointed: Map<string, InboundTarget | null>;
  /** Where texts to the numbers go. */
  textsTo: Map<string, string | null>;
  rentRequests: { phoneNumber: string; reference: string }[];
  releases: string[];
  /** The answers to the next rent requests; by default they succeed. `lost`: rented, and the answer lost. */
  rentAnswers: (RentResult | "lost" | "lost on the way")[];
  /** The carrier does not answer. */
  isAway: boolean;
  /** The carrier says no to everything but look-ups, in these words. */
  refusal: string | null;
  verifying: Map<string, string>;
  /** Around every look at what the account has: a test may hold it, before or after it has looked. */
  look(find: () => OwnedNumber | null): Promise<OwnedNumber | null>;
  carriers: CarrierRegistry;
}

interface ShopSettings {
  simulatorUrl?: string;
  /** The code that the owner of a number must type; null: the carrier calls and asks for nothing. */
  codeToType?: string | null;
}

/** Creates a carrier in memory under the name of Twilio: how the API treats numbers is under test, not an adapter. */
export const createFakeShop = ({ simulatorUrl = NOBODY, codeToType = "123456" }: ShopSettings = {}): FakeShop => {
  const registry = createCarrierRegistry({
    simulator: { baseUrl: simulatorUrl, signingKey: SIMULATOR_SIGNING_KEY },
    twilio: { baseUrl: NOBODY },
  });
  const shop: FakeShop = {
    owned: new Set(),
    pointed: new Map(),
    textsTo: new Map(),
    rentRequests: [],
    releases: [],
    rentAnswers: [],
    isAway: false,
    refusal: null,
    verifying: new Map(),
    look: async (find) => find(),
    carriers: registry,
  };
  const fake: Carrier = {
    ...registry.get("twilio"),
    numbers: numbersOf(shop),
    callerIds: callerIdsOf(shop, codeToType),
    checkAccount: async () => ({ reachable: !shop.isAway, ok: !shop.isAway, message: "The account is active." }),
  };
  shop.carriers = { ...registry, get: (provider) => (provider === "twilio" ? fake : registry.get(provider)) };
  return shop;
};

const answering = (shop: FakeShop): void => {
  if (shop.isAway) throw new CarrierUnavailableError("nobody answers");
};

const agreeing = (shop: FakeShop): void => {
  answering(shop);
  if (shop.refusal !== null) throw new CarrierRefusedError(shop.refusal);
};

const numbersOf = (shop: FakeShop): CarrierNumbers => ({
  search: async (_, { limit, contains = "" }) => {
    answering(shop);
    const found = ["+14155550123", "+14155550124", "+14155550199"].filter((number) => number.includes(contains));
    return found.slice(0, limit).map((phoneNumber) => ({
      phoneNumber,
      locality: "San Francisco",
      region: "CA",
      capabilities: ["voice" as const],
      monthlyCostMinor: 115,
      currency: "USD",
    }));
  },
  rent: async (_, order) => {
    shop.rentRequests.push(order);
    const answer = shop.rentAnswers.shift();
    if (answer === "lost on the way") return { kind: "unknown", detail: "cut" };
    if (answer !== undefined && answer !== "lost") return answer;
    shop.owned.add(order.phoneNumber);
    if (answer === "lost") return { kind: "unknown", detail: "cut" };
    return { kind: "rented", number: { phoneNumber: order.phoneNumber, carrierNumberId: "PN1" } };
  },
  findOwned: async (_, phoneNumber) => {
    answering(shop);
    return shop.look(() => (shop.owned.has(phoneNumber) ? { phoneNumber, carrierNumberId: "PN1" } : null));
  },
  release: async (_, { phoneNumber }) => {
    agreeing(shop);
    shop.releases.push(phoneNumber);
    shop.owned.delete(phoneNumber);
  },
  pointInbound: async (_, { phoneNumber }, target) => {
    agreeing(shop);
    shop.pointed.set(phoneNumber, target);
  },
  pointTexts: async (_, { phoneNumber }, { target, serves }) => {
    agreeing(shop);
    shop.textsTo.set(phoneNumber, serves ? target.textUrl : null);
  },
  findTextTarget: async (_, { phoneNumber }) => {
    answering(shop);
    return { isAble: true, url: shop.textsTo.get(phoneNumber) ?? null };
  },
});

/** The test sets `verifying` to "done" when the person has typed or read the code. */
const callerIdsOf = (shop: FakeShop, codeToType: string | null): CallerIds => ({
  start: async (_, { phoneNumber }) => {
    agreeing(shop);
    shop.verifying.set(phoneNumber, "asked");
    return { reference: `VE${phoneNumber}`, codeToType };
  },
  confirm: async (_, { phoneNumber, code }) => {
    answering(shop);
    return shop.verifying.get(phoneNumber) === "done" || (codeToType === null && code === "777777");
  },
  list: async () => [...shop.verifying.keys()],
  remove: async (_, phoneNumber) => {
    agreeing(shop);
    shop.verifying.delete(phoneNumber);
  },
});
