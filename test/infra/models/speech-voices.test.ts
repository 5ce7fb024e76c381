import { describe, expect, it } from "@jest/globals";
import { findSpeechVoiceProblem, mapSpeechVoice } from "../../../infra/models/speech-voices.ts";

const OPENAI = { provider: "openai", model: "tts-1", baseUrl: null };
const COMPATIBLE = { ...OPENAI, baseUrl: "https://speech.example.com/v1" };
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

  it("is, at Deepgram, the model itself unless the agent names another of Deepgram's", () => {
    const deepgram = { provider: "deepgram", model: "aura-2-thalia-en", baseUrl: null };
    expect(mapSpeechVoice({ gender: "male" }, deepgram)).toEqual({ voiceId: "aura-2-thalia-en", speed: 1 });
    expect(mapSpeechVoice({ provider: "deepgram", voice_id: "aura-2-orion-en" }, deepgram).voiceId).toBe(
      "aura-2-orion-en",
    );
    expect(mapSpeechVoice({ voice_id: "Joanna" }, deepgram).voiceId).toBe("aura-2-thalia-en");
    expect(findSpeechVoiceProblem({ gender: "male" }, deepgram)).toMatch(/one voice: name another by voice_id/);
    expect(findSpeechVoiceProblem({ voice_id: "Joanna" }, deepgram)).toMatch(/needs provider deepgram beside it/);
  });

  it("is, at Azure, the model itself too, at up to twice its pace", () => {
    const azure = { provider: "azure", model: "en-US-AvaMultilingualNeural", baseUrl: "https://a.example.com" };
    expect(mapSpeechVoice({ gender: "male", speed: 3 }, azure)).toEqual({ voiceId: azure.model, speed: 2 });
    expect(mapSpeechVoice({ provider: "azure", voice_id: "de-DE-KatjaNeural" }, azure).voiceId).toBe(
      "de-DE-KatjaNeural",
    );
    expect(findSpeechVoiceProblem({ provider: "azure", voice_id: "de-DE-KatjaNeural" }, azure)).toBeNull();
  });

  it.each([
    ["elevenlabs", 1.2, "JBFqnCBsd6RMkjVDRZzb"],
    ["cartesia", 1.5, "a0e99841-438c-4a64-b679-ae501e7d6091"],
  ])("is, at %s, of the agent's gender, and no faster than its voices speak", (provider, most, male) => {
    const model = { provider, model: "m", baseUrl: null };
    expect(mapSpeechVoice({ gender: "male", speed: 3 }, model)).toEqual({ voiceId: male, speed: most });
    expect(mapSpeechVoice({ provider, voice_id: "anna", speed: 3 }, model).voiceId).toBe("anna");
    expect(findSpeechVoiceProblem({ provider, voice_id: "anna", speed: most }, model)).toBeNull();
    expect(findSpeechVoiceProblem({ speed: 3 }, model)).toContain(`to ${most} of their own pace`);
    expect(findSpeechVoiceProblem(POLLY, model)).toContain(`voices of ${provider}, not of amazon`);
  });
});
