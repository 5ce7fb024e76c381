import { describe, expect, it } from "@jest/globals";
import twilio from "twilio";
import type { CallInstructions, NextStep } from "../../../../domain/call/call-instructions.ts";
import { toTwiml } from "../../../../infra/telephony/twilio/twilio.twiml.ts";
import { readTwiml } from "./stand-in/twiml-reader.ts";

const STATUS_URL = "https://us.example/status";
const written = (instructions: CallInstructions) => readTwiml(toTwiml(instructions, STATUS_URL).body);
const wanted = (build: (response: InstanceType<typeof twilio.twiml.VoiceResponse>) => void) => {
  const response = new twilio.twiml.VoiceResponse();
  build(response);
  return readTwiml(response.toString());
};
const speaking = (next: NextStep): CallInstructions => ({ say: [`"Hello" & <hi>`], language: "en-US", next });

describe("TwiML", () => {
  it("is what Twilio's own library writes: a conversation over a relay, recorded", () => {
    const next = {
      kind: "relay",
      webSocketUrl: "wss://us.example/relay?a=1&b=2",
      afterUrl: "https://us.example/after",
      interruptible: true,
    } as const;
    const expected = wanted((response) => {
      response.start().recording({
        channels: "dual",
        recordingStatusCallback: STATUS_URL,
        recordingStatusCallbackMethod: "POST",
        recordingStatusCallbackEvent: ["completed", "absent"],
      });
      response.say({ language: "en-US" }, `"Hello" & <hi>`);
      const relay = {
        url: "wss://us.example/relay?a=1&b=2",
        language: "en-US",
        interruptible: "any",
        dtmfDetection: true,
      };
      const connect = response.connect({ action: "https://us.example/after?twilio=connect", method: "POST" });
      connect.conversationRelay(relay);
    });
    const actual = written({ ...speaking(next), record: true });
    const [connect] = actual.children.filter(({ name }) => name === "Connect");
    expect(connect?.children[0]?.attributes).toMatchObject({ reportInputDuringAgentSpeech: "any" });
    expect(withoutReport(actual)).toEqual(expected);
  });

  it("is what Twilio's own library writes: listening while it speaks", () => {
    const turnUrl = "https://us.example/turn?turn=1";
    const next = { kind: "listen", turnUrl, silenceSeconds: 6.6, interruptible: true } as const;
    const expected = wanted((response) => {
      const gather = response.gather({
        input: ["dtmf", "speech"],
        action: "https://us.example/turn?turn=1&twilio=gather",
        method: "POST",
        actionOnEmptyResult: true,
        timeout: 7,
        speechTimeout: "auto",
        finishOnKey: "",
        bargeIn: true,
        language: "en-US",
      });
      gather.say({ language: "en-US" }, `"Hello" & <hi>`);
    });
    expect(written(speaking(next))).toEqual(expected);
  });

  it("is what Twilio's own library writes: a transfer", () => {
    const transfer = { to: "+12025550142", callerId: "+12025550100", afterUrl: "https://us.example/after" };
    const expected = wanted((response) => {
      response.say({ language: "en-US" }, `"Hello" & <hi>`);
      response.play({ digits: "ww1" });
      response
        .dial({ action: "https://us.example/after?twilio=dial", method: "POST", timeout: 25, callerId: "+12025550100" })
        .number("+12025550142");
    });
    const next = { kind: "transfer", ...transfer, ringTimeoutSeconds: 25 } as const;
    expect(written({ ...speaking(next), playDigits: "ww1A" })).toEqual(expected);
  });

  it("is what Twilio's own library writes: a call that is not taken", () => {
    const expected = wanted((response) => void response.reject({ reason: "busy" }));
    expect(written({ ...speaking({ kind: "reject", reason: "busy" }), say: [] })).toEqual(expected);
  });
});

/** The document without the attribute that the library still has as the flag it once was. */
const withoutReport = (element: ReturnType<typeof readTwiml>): ReturnType<typeof readTwiml> => {
  const { reportInputDuringAgentSpeech: _, ...attributes } = element.attributes;
  return { ...element, attributes, children: element.children.map(withoutReport) };
};
