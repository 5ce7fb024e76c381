import { describe, expect, it } from "@jest/globals";
import { speechVoiceOf, speechVoiceProblem } from "../../../infra/models/speech-voices.ts";

const OPENAI = { baseUrl: null };
const COMPATIBLE = { baseUrl: "https://speech.example.com/v1" };
const POLLY = { provider: "amazon", voice_id: "Joanna" };

describe("the voice of a model that speaks", () => {
  it("is the one that the agent names, at the agent's pace", () => {
    expect(speechVoiceOf({ provider: "openai", voice_id: "sage", speed: 1.2 }, OPENAI)).toEqual({
      voiceId: "sage",
      speed: 1.2,
    });
    expect(speechVoiceOf({ voice_id: "verse" }, OPENAI)).toEqual({ voiceId: "verse", speed: 1 });
    expect(speechVoiceOf({ provider: "OpenAI", voice_id: "anna" }, COMPATIBLE).voiceId).toBe("anna");
  });

  it("is of the agent's gender where it names none, or one of a carrier", () => {
    expect(speechVoiceOf(null, OPENAI)).toEqual({ voiceId: "alloy", speed: 1 });
    expect(speechVoiceOf({ gender: "female" }, OPENAI).voiceId).toBe("nova");
    expect(speechVoiceOf({ ...POLLY, gender: "male" }, OPENAI).voiceId).toBe("onyx");
    expect(speechVoiceOf({ voice_id: "Joanna" }, COMPATIBLE).voiceId).toBe("alloy");
    expect(speechVoiceOf({ provider: "openai", voice_id: "anna" }, OPENAI).voiceId).toBe("alloy");
  });

  it("is said to be none, with the choices, where the model has no such voice", () => {
    expect(speechVoiceProblem({ gender: "male", speed: 2 }, OPENAI)).toBeNull();
    expect(speechVoiceProblem({ provider: "openai", voice_id: "anna" }, COMPATIBLE)).toBeNull();
    expect(speechVoiceProblem({ provider: "openai", voice_id: "anna" }, OPENAI)).toMatch(/alloy, ash.*verse/);
    expect(speechVoiceProblem({ voice_id: "anna" }, COMPATIBLE)).toMatch(/alloy, ash.*verse/);
    expect(speechVoiceProblem(POLLY, COMPATIBLE)).toMatch(/voices of openai, not of amazon/);
  });
});
