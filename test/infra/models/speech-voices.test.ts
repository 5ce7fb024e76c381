import { describe, expect, it } from "@jest/globals";
import { mapSpeechVoice, findSpeechVoiceProblem } from "../../../infra/models/speech-voices.ts";

const OPENAI = { baseUrl: null };
const COMPATIBLE = { baseUrl: "https://speech.example.com/v1" };
const POLLY = { provider: "amazon", voice_id: "Joanna" };

describe("the voice of a model that speaks", () => {
  it("is the one that the agent names, at the agent's pace", () => {
    expect(mapSpeechVoice({ provider: "openai", voice_id: "sage", speed: 1.2 }, OPENAI)).toEqual({
      voiceId: "sage",
      speed: 1.2,
    });
    expect(mapSpeechVoice({ voice_id: "verse" }, OPENAI)).toEqual({ voiceId: "verse", speed: 1 });
    expect(mapSpeechVoice({ provider: "OpenAI", voice_id: "anna" }, COMPATIBLE).voiceId).toBe("anna");
  });

  it("is of the agent's gender where it names none, or one of a carrier", () => {
    expect(mapSpeechVoice(null, OPENAI)).toEqual({ voiceId: "alloy", speed: 1 });
    expect(mapSpeechVoice({ gender: "female" }, OPENAI).voiceId).toBe("nova");
    expect(mapSpeechVoice({ ...POLLY, gender: "male" }, OPENAI).voiceId).toBe("onyx");
    expect(mapSpeechVoice({ voice_id: "Joanna" }, COMPATIBLE).voiceId).toBe("alloy");
    expect(mapSpeechVoice({ provider: "openai", voice_id: "anna" }, OPENAI).voiceId).toBe("alloy");
  });

  it("is said to be none, with the choices, where the model has no such voice", () => {
    expect(findSpeechVoiceProblem({ gender: "male", speed: 2 }, OPENAI)).toBeNull();
    expect(findSpeechVoiceProblem({ provider: "openai", voice_id: "anna" }, COMPATIBLE)).toBeNull();
    expect(findSpeechVoiceProblem({ provider: "openai", voice_id: "anna" }, OPENAI)).toMatch(/alloy, ash.*verse/);
    expect(findSpeechVoiceProblem({ voice_id: "anna" }, COMPATIBLE)).toMatch(/alloy, ash.*verse/);
    expect(findSpeechVoiceProblem(POLLY, COMPATIBLE)).toMatch(/voices of openai, not of amazon/);
  });
});
