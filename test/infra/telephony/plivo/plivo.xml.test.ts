import { describe, expect, it } from "@jest/globals";
import type { CallInstructions, NextStep } from "../../../../domain/call/call-instructions.ts";
import { createPlivoCarrier } from "../../../../infra/telephony/plivo/plivo.carrier.ts";
import { toPlivoXml } from "../../../../infra/telephony/plivo/plivo.xml.ts";
import { readPlivoDocument } from "./stand-in/document.ts";
import { followPlivoDocument } from "./stand-in/follow.ts";
import { signAsPlivo } from "./stand-in/signing.ts";

const statusUrl = "https://us.example/run/status";
const turnUrl = "https://us.example/run/turn?turn=3";
const listen = { kind: "listen", turnUrl, silenceSeconds: 8, interruptible: true } as const;

const write = (next: NextStep, more: Partial<CallInstructions> = {}) =>
  toPlivoXml({ say: ["One.", "Two."], language: "en-US", next, ...more }, statusUrl);
const elementsOf = (next: NextStep, more: Partial<CallInstructions> = {}) => readPlivoDocument(write(next, more).body);
const namesOf = (...of: Parameters<typeof elementsOf>) => elementsOf(...of).map(({ name }) => name);

describe("instructions in Plivo's XML", () => {
  it("lead from silence to a turn that is read as silence", () => {
    const [, redirect] = elementsOf(listen);
    const url = redirect?.text ?? "";
    const body = "CallUUID=c1&CallStatus=in-progress&Event=Redirect&From=12025550100&To=12025550142";
    const read = createPlivoCarrier().readTurn(
      { auth_id: "MA1", auth_token: "token" },
      { method: "POST", url, headers: signAsPlivo(["token"], { url, body }), body: Buffer.from(body) },
    );
    expect(url.startsWith(`${turnUrl}&`)).toBe(true);
    expect(read).toEqual({ ok: true, turn: { carrierCallId: "c1", event: { kind: "silence" } } });
  });

  it("ask a turn's address without a query in the same way", () => {
    const [, redirect] = elementsOf({ ...listen, turnUrl: "https://us.example/run/turn" });
    expect(redirect?.text).toBe("https://us.example/run/turn?silence=true");
  });

  it.each([
    [0, 5],
    [2, 5],
    [7.4, 7],
    [600, 60],
  ])("listen for %d seconds as Plivo can: %d", (silenceSeconds, listened) => {
    const isPause = silenceSeconds <= 1;
    const [first] = elementsOf({ ...listen, silenceSeconds }, { say: [] });
    if (isPause) expect(first).toMatchObject({ name: "Wait", attributes: { length: "1", silence: "true" } });
    else expect(first?.attributes["executionTimeout"]).toBe(String(listened));
  });

  it("ask for the rest of a turn at once, without five seconds of silence", () => {
    expect(namesOf({ ...listen, silenceSeconds: 1 })).toEqual(["Speak", "Speak", "Wait", "Redirect"]);
  });

  it("play digits before they listen, and no letters", () => {
    expect(namesOf(listen, { playDigits: "1w2" })).toEqual(["Speak", "Speak", "DTMF", "GetInput", "Redirect"]);
    expect(elementsOf({ kind: "hang_up" }, { say: [], playDigits: "1A2" })[0]?.text).toBe("12");
    expect(namesOf({ kind: "hang_up" }, { say: [], playDigits: "AB" })).toEqual(["Hangup"]);
  });

  it("record from the first word on, longer than Plivo would by itself", () => {
    const [record] = elementsOf({ kind: "hang_up" }, { record: true });
    expect(record).toMatchObject({
      name: "Record",
      attributes: {
        recordSession: "true",
        callbackUrl: statusUrl,
        maxLength: "86400",
        fileFormat: "wav",
        recordChannelType: "stereo",
      },
    });
    expect(namesOf({ kind: "hang_up" })).not.toContain("Record");
  });

  it.each([
    ["de-DE", "de-DE", undefined],
    ["de-AT", "de-DE", undefined],
    ["EN-gb", "en-GB", undefined],
    ["es-MX", "es-US", undefined],
    ["hi-IN", "hi-IN", "Polly.Aditi"],
    ["en-IN", "en-IN", "Polly.Raveena"],
    ["ja-JP", "ja-JP", "Polly.Mizuki"],
    ["sw-KE", "en-US", undefined],
    ["", "en-US", undefined],
  ])("speak %p in a voice that Plivo has: %s", (language, spoken, voice) => {
    const [speak] = elementsOf({ kind: "hang_up" }, { language });
    expect(speak?.attributes).toEqual({ ...(voice && { voice }), language: spoken });
  });

  it("hear languages that Plivo does not speak", () => {
    const [input] = elementsOf(listen, { language: "ja-JP" });
    expect(input?.attributes["language"]).toBe("ja-JP");
  });

  it("cannot relay", () => {
    const relay = { kind: "relay", webSocketUrl: "wss://us.example", afterUrl: turnUrl, interruptible: true } as const;
    expect(() => write(relay)).toThrow("Plivo does not relay words");
  });

  it("stay well formed whatever is said", () => {
    const say = ["]]>", "<!-- -->", "&amp;", "\ud800", "\u0000\ufffe", "a\tb\nc"];
    expect(followPlivoDocument(write({ kind: "hang_up" }, { say })).say).toEqual([
      "]]>",
      "<!-- -->",
      "&amp;",
      "\ufffd",
      "a\tb\nc",
    ]);
  });
});
