import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { CallInstructions } from "../../../../domain/call/call-instructions.ts";
import { type Carrier, CarrierUnavailableError } from "../../../../infra/telephony/carrier.ts";
import { createVonageCarrier } from "../../../../infra/telephony/vonage/vonage.carrier.ts";
import { chooseHeardLanguage, findSpokenLanguage } from "../../../../infra/telephony/vonage/vonage.language.ts";
import { type StandInCall, startVonageStandIn, type VonageStandIn } from "../vonage-stand-in.ts";
import { signWebhook } from "./vonage-account.ts";
import { type Ncco, nccoDocument } from "./vonage-requests.ts";

let vonage: VonageStandIn;
let carrier: Carrier;
let call: StandInCall;
const statusUrl = "https://us.example/run/status";

beforeAll(async () => {
  vonage = await startVonageStandIn();
  carrier = createVonageCarrier({ baseUrl: vonage.baseUrl });
});
afterAll(() => vonage.close());
beforeEach(() => {
  const phone = { type: "phone", number: "12025550100" } as const;
  call = vonage.newCall({ to: [phone], from: phone, answer_url: ["https://us.example/run/answer"] }, "answered");
});

const instruct = async (more: Partial<CallInstructions>, uuid = call.uuid): Promise<Ncco> => {
  const instructions: CallInstructions = { say: [], language: "en-US", next: { kind: "hang_up" }, ...more };
  const { body } = await carrier.instruct(vonage.credentials, { carrierCallId: uuid, statusUrl, instructions });
  return nccoDocument.parse(JSON.parse(body));
};

describe("the instructions of a call", () => {
  it("in words longer than Vonage speaks at once is cut after sentences", async () => {
    const sentence = `${"word ".repeat(99)}end. `;
    const talks = await instruct({ say: [sentence.repeat(10), "x".repeat(3200), "😀".repeat(1000)] });
    const texts = talks.map((each) => (each.action === "talk" ? each.text : ""));
    expect(texts.join(" ").replaceAll(" ", "")).toBe(
      (sentence.repeat(10) + "x".repeat(3200) + "😀".repeat(1000)).replaceAll(" ", ""),
    );
    expect(texts.slice(0, 4).every((text) => text.endsWith("end."))).toBe(true);
    expect(texts.every((text) => text.length <= 1500 && text.isWellFormed())).toBe(true);
  });

  it("is never markup, and nothing is said where there are no words", async () => {
    const [talk, ...more] = await instruct({ say: ["<speak><audio src='x'/></speak>", " ", "\u0007"] });
    expect(talk).toMatchObject({ text: "speak><audio src='x'/></speak>" });
    expect(more).toEqual([]);
  });

  it("begins its recording beside everything else, and says for which call", async () => {
    const [record, talk] = await instruct({ say: ["Hello."], record: true });
    expect(record).toMatchObject({ action: "record", eventUrl: [`${statusUrl}?call=${call.uuid}`] });
    expect(talk).toMatchObject({ action: "talk", text: "Hello." });
  });

  it("plays digits at once and lets them finish first", async () => {
    const document = await instruct({ playDigits: "ww12w#*", say: ["Done."] });
    expect(call.digits).toEqual(["pp12p#*"]);
    expect(document.map(({ action }) => action)).toEqual(["wait", "talk"]);
    expect(document[0]).toMatchObject({ timeout: 2.7 });
  });

  it("does not mind digits for a call that is gone, and says when they are refused", async () => {
    expect(await instruct({ playDigits: "1" }, randomUUID())).toEqual([{ action: "wait", timeout: 0.3 }]);
    await expect(instruct({ playDigits: "A" })).rejects.toThrow(CarrierUnavailableError);
  });

  it("waits no longer, and no shorter, than Vonage can", async () => {
    const listen = (silenceSeconds: number) =>
      instruct({ next: { kind: "listen", turnUrl: "https://us.example/turn", silenceSeconds, interruptible: false } });
    expect(await listen(0.2)).toMatchObject([{ speech: { startTimeout: 1 }, dtmf: { timeOut: 1 } }]);
    expect(await listen(600)).toMatchObject([{ speech: { startTimeout: 60 }, dtmf: { timeOut: 5 } }]);
  });

  it("ends a call that is not taken, after the words there are", async () => {
    const reject = { kind: "reject", reason: "busy" } as const;
    expect(await instruct({ next: reject })).toEqual([]);
    expect(await instruct({ next: reject, say: ["Goodbye."] })).toMatchObject([{ action: "talk", text: "Goodbye." }]);
  });

  it("cannot be a relay", async () => {
    const relay = { kind: "relay", webSocketUrl: "wss://us.example/x", afterUrl: "https://us.example/x" } as const;
    await expect(instruct({ next: { ...relay, interruptible: true } })).rejects.toThrow(TypeError);
  });

  it.each([
    ["de-DE", "de-DE", "de-DE"],
    ["de-AT", "de-DE", "de-AT"],
    ["en", "en-US", "en-US"],
    ["EN-gb", "en-GB", "en-GB"],
    ["en-NZ", "en-US", "en-NZ"],
    ["pt", "pt-PT", "pt-PT"],
    ["zh-CN", "cmn-CN", "cmn-Hans-CN"],
    ["zh-TW", "cmn-TW", "cmn-Hant-TW"],
    ["zh-HK", "yue-CN", "yue-CN"],
    ["zh", "cmn-CN", "cmn-Hans-CN"],
    ["ar", "ar", "ar-SA"],
    ["ar-EG", "ar", "ar-EG"],
    ["sw-KE", "en-US", "sw-KE"],
    ["", "en-US", "en-US"],
    ["tlh", "en-US", "en-US"],
  ])("in %p is spoken in %p and listened for in %p", (asked, spoken, heard) => {
    expect([findSpokenLanguage(asked), chooseHeardLanguage(asked)]).toEqual([spoken, heard]);
  });
});

describe("the questions of a call", () => {
  const read = async (body: object, url = "https://us.example/run/turn?turn=1") => {
    const request = await signWebhook(vonage.account, { url, body: JSON.stringify(body) });
    const turn = carrier.readTurn(vonage.credentials, request);
    return turn.ok ? turn.turn : turn.reason;
  };

  it.each([
    [
      { speech: { error: "ERR1: Failed to analyze audio" }, dtmf: { digits: null, timed_out: false } },
      { kind: "silence" },
    ],
    [{ speech: { results: [] }, dtmf: { digits: "", timed_out: true } }, { kind: "silence" }],
    [{ speech: { results: [{ text: " ", confidence: "0.5" }] } }, { kind: "silence" }],
    [{ dtmf: { digits: "9", timed_out: false } }, { kind: "digits", digits: "9" }],
    [{ speech: { results: [{ text: "yes", confidence: 0.5 }] } }, { kind: "speech", text: "yes", confidence: 0.5 }],
    [{ speech: { results: [{ text: "yes" }] } }, { kind: "speech", text: "yes", confidence: null }],
    [{ speech: { results: [{ text: "yes", confidence: "sure" }] } }, { kind: "speech", text: "yes", confidence: null }],
    [{ status: "ringing" }, { kind: "other" }],
    [{ status: "completed" }, { kind: "other" }],
    [{ status: "unanswered" }, { kind: "transfer_ended", outcome: "no_answer" }],
    [{ status: "rejected" }, { kind: "transfer_ended", outcome: "failed" }],
    [{ payload: { ringdown: "something else" } }, { kind: "other" }],
  ])("%j means %j", async (body, event) => {
    expect(await read({ uuid: "1", ...body })).toEqual({ carrierCallId: "1", event });
  });

  it("is about the call that the address names, where another's event tells of it", async () => {
    const turn = await read({ uuid: "other-side", status: "busy" }, "https://us.example/run/after?turn=1&call=ours");
    expect(turn).toMatchObject({ carrierCallId: "ours" });
  });

  it("is nothing without a call or a question", async () => {
    for (const body of [{}, { to: "12025550100" }, { uuid: "1" }, { speech: {} }]) {
      expect(await read(body)).toBe("this asks for no instructions");
    }
  });

  it("may come by GET, as applications are set by default", async () => {
    const url = "https://us.example/inbound?to=12025550100&from=12025550101&uuid=1&conversation_uuid=CON-1";
    const request = await signWebhook(vonage.account, { url, body: "", method: "GET" });
    expect(carrier.readInbound(vonage.credentials, request)).toMatchObject({
      ok: true,
      call: { carrierCallId: "1", to: "+12025550100", from: "+12025550101" },
    });
    expect(carrier.peekInbound(request)).toEqual({ to: "+12025550100", accountId: vonage.account.applicationId });
  });
});
