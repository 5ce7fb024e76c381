import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Carrier, CarrierRefusedError, CarrierUnavailableError } from "../../../../infra/telephony/carrier.ts";
import type { CarrierNumbers } from "../../../../infra/telephony/carrier-numbers.ts";
import { createVonageCarrier } from "../../../../infra/telephony/vonage/vonage.carrier.ts";
import { startVonageStandIn, type VonageStandIn } from "../vonage-stand-in.ts";
import { createVonageAccount } from "./vonage-account.ts";

let vonage: VonageStandIn;
let carrier: Carrier;
let numbers: CarrierNumbers;

beforeEach(async () => {
  vonage = await startVonageStandIn();
  carrier = createVonageCarrier({ baseUrl: vonage.baseUrl });
  if (!carrier.numbers) throw new Error("Vonage has numbers");
  numbers = carrier.numbers;
});
afterEach(() => vonage.close());

const target = {
  inboundUrl: "https://us.example/inbound/vonage",
  statusUrl: "https://us.example/inbound/vonage/status",
  textUrl: "https://us.example/messages/vonage",
};
const number = { phoneNumber: "+12025550144", carrierNumberId: null };
const hold = (more: object = {}) =>
  void vonage.shop.held.splice(0, 1, { country: "US", msisdn: "12025550144", ...more });
const voice = () => vonage.shop.application().capabilities.voice;

describe("numbers at Vonage", () => {
  it("are searched by kind and digits, priced by the month in euros", async () => {
    const found = await numbers.search(vonage.credentials, {
      country: "US",
      type: "local",
      contains: "57101",
      limit: 5,
    });
    expect(found).toEqual([
      {
        phoneNumber: "+12025557101",
        locality: null,
        region: null,
        capabilities: ["voice", "sms"],
        monthlyCostMinor: 90,
        currency: "EUR",
      },
    ]);
    await numbers.search(vonage.credentials, { country: "GB", type: "local", limit: 5 });
    expect(vonage.requests.at(-1)?.query).toEqual({ country: "GB", type: "landline", features: "VOICE", size: "5" });
  });

  it("when pointed change the addresses of the application, and nothing else in it", async () => {
    hold();
    const before = vonage.shop.application();
    await numbers.pointInbound(vonage.credentials, number, target);
    expect(vonage.shop.application()).toEqual({
      ...before,
      capabilities: {
        ...before.capabilities,
        voice: {
          ...before.capabilities.voice,
          webhooks: {
            ...before.capabilities.voice?.webhooks,
            answer_url: { address: target.inboundUrl, http_method: "POST", connect_timeout: 500 },
            event_url: { address: target.statusUrl, http_method: "POST" },
          },
        },
      },
    });
    expect(vonage.shop.held[0]).toEqual({
      country: "US",
      msisdn: "12025550144",
      app_id: vonage.account.applicationId,
    });
  });

  it("when pointed again leave the application alone", async () => {
    hold();
    await numbers.pointInbound(vonage.credentials, number, target);
    const before = vonage.requests.length;
    await numbers.pointInbound(vonage.credentials, number, target);
    expect(vonage.requests.slice(before).map(({ method }) => method)).toEqual(["GET", "GET", "POST"]);
  });

  it("when pointed have webhooks signed", async () => {
    hold();
    const { capabilities } = vonage.shop.application();
    const unsigned = { ...capabilities, voice: { webhooks: {}, signed_callbacks: false } };
    vonage.shop.change({ capabilities: unsigned });
    await numbers.pointInbound(vonage.credentials, number, target);
    expect(voice()?.signed_callbacks).toBe(true);
  });

  it("keep what else is set for them, linked and unlinked", async () => {
    const theirs = {
      moHttpUrl: "https://elsewhere.example/sms",
      messagesCallbackType: "app",
      messagesCallbackValue: "m",
    };
    hold(theirs);
    await numbers.pointInbound(vonage.credentials, number, target);
    expect(vonage.shop.held[0]).toMatchObject({ ...theirs, app_id: vonage.account.applicationId });
    await numbers.pointInbound(vonage.credentials, number, null);
    expect(vonage.shop.held[0]).toEqual({ country: "US", msisdn: "12025550144", ...theirs });
  });

  it("have texts handed over by the application, which keeps what else is set, and stay forwarded", async () => {
    hold({ voiceCallbackType: "tel", voiceCallbackValue: "12025550199", moHttpUrl: "https://elsewhere.example/sms" });
    const before = vonage.shop.application();
    const inbound = { target, serves: true };
    await numbers.pointTexts(vonage.credentials, number, inbound);
    const webhook = { address: target.textUrl, http_method: "POST" };
    const messages = { version: "v1", webhooks: { inbound_url: webhook, status_url: webhook } };
    const { voice: calls } = before.capabilities;
    expect(vonage.shop.application()).toEqual({ ...before, capabilities: { voice: calls, messages } });
    expect(vonage.shop.held[0]).toEqual({
      ...{ country: "US", msisdn: "12025550144", app_id: vonage.account.applicationId },
      ...{ voiceCallbackType: "tel", voiceCallbackValue: "12025550199" },
    });
    await numbers.pointTexts(vonage.credentials, number, { target, serves: false });
    expect(vonage.shop.held[0]).not.toHaveProperty("app_id");
    hold({ app_id: "another" });
    await expect(numbers.pointTexts(vonage.credentials, number, inbound)).rejects.toThrow(/another application/);
  });

  it("numbers at Vonage that are forwarded come to us once pointed", async () => {
    hold({ voiceCallbackType: "tel", voiceCallbackValue: "12025550199" });
    await numbers.pointInbound(vonage.credentials, number, null);
    expect(vonage.shop.held[0]).toMatchObject({ voiceCallbackType: "tel", voiceCallbackValue: "12025550199" });
    await numbers.pointInbound(vonage.credentials, number, target);
    expect(vonage.shop.held[0]).toMatchObject({ voiceCallbackType: "app", app_id: vonage.account.applicationId });
  });

  it("numbers at Vonage of another application stay there", async () => {
    hold({ app_id: "another" });
    await numbers.pointInbound(vonage.credentials, number, null);
    expect(vonage.shop.held[0]).toMatchObject({ app_id: "another" });
  });

  it("numbers at Vonage that are not on the account cannot be pointed; pointing them away is nothing", async () => {
    await expect(numbers.pointInbound(vonage.credentials, number, target)).rejects.toThrow(CarrierRefusedError);
    await numbers.pointInbound(vonage.credentials, number, null);
    await numbers.release(vonage.credentials, number);
  });

  it("are not given up when Vonage cannot say whether they are there", async () => {
    hold();
    vonage.shop.faults.set("12025550144", "unavailable");
    await expect(numbers.release(vonage.credentials, number)).rejects.toThrow(CarrierUnavailableError);
    expect(vonage.shop.held).toHaveLength(1);
  });

  it("rented with an answer that is none may be ours", async () => {
    vonage.shop.faults.set("12025557101", "unavailable");
    const order = { phoneNumber: "+12025557101", reference: "ringdown-1" };
    expect(await numbers.rent(vonage.credentials, order)).toMatchObject({ kind: "unknown" });
  });

  it("are refused to a wrong key in Vonage's words", async () => {
    const wrong = { ...vonage.credentials, api_secret: "wrong" };
    const order = { phoneNumber: "+12025557101", reference: "ringdown-1" };
    expect(await numbers.rent(wrong, order)).toEqual({ kind: "refused", detail: "authentication failed (HTTP 401)" });
  });
});

describe("an account at Vonage", () => {
  const check = (more: object = {}) => carrier.checkAccount({ ...vonage.credentials, ...more });

  it("is ready, or says what is missing", async () => {
    expect(await check()).toEqual({ reachable: true, ok: true, message: "The application “Calls” is ready." });
    expect((await check({ signature_secret: "" })).message).toMatch(/until the signature secret is set/);
  });

  it("is refused with a sentence for each mistake", async () => {
    const wrong = async (more: object) => {
      const { reachable, ok, message } = await check(more);
      expect({ reachable, ok }).toEqual({ reachable: true, ok: false });
      return message;
    };
    expect(await wrong({ private_key: "key" })).toMatch(/no PEM file/);
    expect(await wrong({ private_key: createVonageAccount().privateKey })).toMatch(/another application's/);
    expect(await wrong({ api_secret: "wrong" })).toMatch(/API key, the API secret .* \(HTTP 401\)/);
    expect(await wrong({ application_id: "wrong" })).toMatch(/application ID.* \(HTTP 404\)/);
    vonage.shop.change({ capabilities: { voice: { webhooks: {}, signed_callbacks: false } } });
    expect(await wrong({})).toMatch(/not signed/);
    vonage.shop.change({ capabilities: {} });
    expect(await wrong({})).toMatch(/no Voice capability/);
  });
});
