import { describe, expect, it } from "@jest/globals";
import { DEFAULT_SETTINGS } from "../../../domain/agent/agent-settings.ts";
import {
  type CallToPlan,
  DIAL_WITHIN_MINUTES,
  isToSpeak,
  planCall,
  RING_TIMEOUT_SECONDS,
} from "../../../domain/call/call-plan.ts";

const agentWith = (data: object) => ({
  nodes: [{ id: "start", type: "startCall", data: { greeting: "Hello {{name}}", ...data } }],
  edges: [],
});
const talker = agentWith({ prompt: "Sell the lamp" });
const greeter = agentWith({});

const call: CallToPlan = {
  definition: talker,
  settings: { ...DEFAULT_SETTINGS, max_call_duration: 300, call_recording_enabled: true },
  variables: { name: "Ada" },
  direction: "outbound",
  words: null,
  carrier: { provider: "twilio", conversation: "relay" },
  credentials: {},
};
const plan = (change: Partial<CallToPlan>) => planCall({ ...call, ...change });
const simulator = { provider: "simulator", conversation: "turn_webhook" } as const;

describe("the plan of a call", () => {
  it("talks as its carrier does where its agent has a prompt, and only greets where it has none", () => {
    expect(plan({})).toMatchObject({ mode: "relay", greeting: { text: "Hello Ada", recordingId: null } });
    expect(plan({ definition: greeter })).toMatchObject({ mode: null, greeting: { text: "Hello Ada" } });
    expect(plan({ carrier: simulator }).mode).toBeNull();
  });

  it("is a conversation also through the simulator, where the call comes in or its person is to take a caller", () => {
    expect(plan({ carrier: simulator, direction: "inbound" }).mode).toBe("turn_webhook");
    expect(plan({ carrier: simulator, leg: { ringTimeoutSeconds: 15 } }).mode).toBe("turn_webhook");
    expect(plan({ definition: greeter, leg: { ringTimeoutSeconds: 15 } }).mode).toBe("relay");
    expect(plan({ definition: greeter, direction: "inbound" }).mode).toBeNull();
  });

  it("says the words that it was given instead of the greeting", () => {
    expect(plan({ words: "Your code is 12" }).greeting).toEqual({ text: "Your code is 12", recordingId: null });
    expect(plan({ words: "" }).greeting).toEqual({ text: "", recordingId: null });
  });

  it("has the language and the voice of the agent, and the carrier's own voice where the agent names none", () => {
    const voice = { provider: "amazon", voice_id: "Vicki" };
    const german = { ...call.settings, language: "de-DE", voice };
    expect(plan({ settings: german })).toMatchObject({ language: "de-DE", voice });
    expect(plan({}).voice).toBeUndefined();
  });

  it("records conversations where the agent does, and neither a mere greeting nor a person who is to take a caller", () => {
    expect(plan({}).record).toBe(true);
    expect(plan({ settings: { ...call.settings, call_recording_enabled: false } }).record).toBe(false);
    expect(plan({ definition: greeter }).record).toBe(false);
    expect(plan({ leg: { ringTimeoutSeconds: 15 } }).record).toBe(false);
  });

  it("has machines detected where account or agent ask for it, and wherever a person is to take a caller", () => {
    const detection = { enabled: true, action: "hang_up" as const, message: null };
    const detects = (change: Partial<CallToPlan>) => plan(change).detectMachine;
    expect(detects({})).toBe(false);
    expect(detects({ credentials: { amd_enabled: true } })).toBe(true);
    expect(detects({ credentials: { amd_enabled: false } })).toBe(false);
    expect(detects({ settings: { ...call.settings, voicemail_detection: detection } })).toBe(true);
    expect(detects({ settings: { ...call.settings, voicemail_detection: { ...detection, enabled: false } } })).toBe(
      false,
    );
    expect(detects({ leg: { ringTimeoutSeconds: 15 } })).toBe(true);
  });

  it("rings for thirty seconds, and at a person who is to take a caller for as long as the transfer says", () => {
    expect(plan({}).ringTimeoutSeconds).toBe(30);
    expect(RING_TIMEOUT_SECONDS).toBe(30);
    expect(plan({ leg: { ringTimeoutSeconds: 15 } }).ringTimeoutSeconds).toBe(15);
  });

  it("is wanted for five minutes after its request", () => {
    expect(DIAL_WITHIN_MINUTES).toBe(5);
  });

  it("leaves a conversation twenty seconds for its last words, and a greeting none", () => {
    expect(plan({})).toMatchObject({ agreedSeconds: 300, timeLimitSeconds: 320 });
    expect(plan({ definition: greeter })).toMatchObject({ agreedSeconds: 300, timeLimitSeconds: 300 });
  });
});

describe("a carrier", () => {
  const greeting = { text: "Hello", recordingId: null };
  const twilio = { provider: "twilio" };

  it("gets words from here for a conversation, and for a greeting that it was not handed with the request", () => {
    expect(isToSpeak({ mode: "relay", greeting: { text: "", recordingId: null } }, simulator)).toBe(true);
    expect(isToSpeak({ mode: null, greeting }, twilio)).toBe(true);
    expect(isToSpeak({ mode: null, greeting: { text: "", recordingId: "r-1" } }, twilio)).toBe(true);
    expect(isToSpeak({ mode: null, greeting: { text: "", recordingId: null } }, twilio)).toBe(false);
    expect(isToSpeak({ mode: null, greeting }, simulator)).toBe(false);
  });
});
