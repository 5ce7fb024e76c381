import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { agentSettings, DEFAULT_SETTINGS, readAgentSettings } from "../../../domain/agent/agent-settings.ts";
import { composeDisclosure } from "../../../domain/agent/disclosure.ts";

const faultsOf = (sent: unknown) =>
  (agentSettings.safeParse(sent).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]);

describe("settings that are sent", () => {
  it("have their defaults where they are missing", () => {
    expect(agentSettings.parse({})).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS).toMatchObject({
      max_call_duration: 300,
      language: "en-US",
      call_recording_enabled: false,
    });
  });

  it("are refused, with the reason, where nothing could carry them out", () => {
    expect(faultsOf({ smart_turn_stop_secs: 0.8, ambient_noise_configuration: { enabled: true } })).toEqual([
      ["smart_turn_stop_secs", expect.stringContaining("Carriers decide")],
      ["ambient_noise_configuration.enabled", expect.stringContaining("without noise behind their voice")],
    ]);
    expect(faultsOf({ models: { realtime: { provider: "x", model: "y" } } })).toEqual([
      ["models.realtime", expect.stringContaining("choose llm, stt and tts")],
    ]);
    expect(faultsOf({ models: { tts: { provider: "polly", model: "y", base_url: "https://x.example" } } })).toEqual([
      ["models.tts.provider", expect.stringContaining("openai, deepgram, elevenlabs, cartesia, azure and local")],
    ]);
    const credential_uuid = crypto.randomUUID();
    expect(faultsOf({ models: { stt: { provider: "azure", model: "conversation", credential_uuid } } })).toEqual([
      ["models.stt.base_url", expect.stringContaining("https://westeurope.stt.speech.microsoft.com to hear")],
    ]);
  });

  it("name a voice, of which null says nothing", () => {
    const voiceOf = (voice: unknown) => agentSettings.parse({ voice }).voice;
    expect(voiceOf({ gender: "male", voice_id: null })).toEqual({ gender: "male" });
    expect(voiceOf({ gender: null })).toBeNull();
    expect(voiceOf(null)).toBeNull();
  });

  it("may name what is refused at the value that changes nothing; it is not kept", () => {
    const sent = {
      smart_turn_stop_secs: 2,
      turn_start_strategy: "default",
      turn_stop_strategy: "transcription",
      ambient_noise_configuration: { enabled: false, volume: 0.3 },
      external_pbx_field_mappings: [],
    };
    expect(agentSettings.parse(sent)).toEqual(DEFAULT_SETTINGS);
  });

  it.each([
    [{ language: "english please" }, "language"],
    [{ voicemail_detection: { enabled: true, action: "leave_message" } }, "voicemail_detection.message"],
    [{ phrases: { goodbye: "" } }, "phrases.goodbye"],
    [{ voice: { gender: "loud" } }, "voice.gender"],
    [{ voice: { speed: 9 } }, "voice.speed"],
    [{ voice: { pitch: 1 } }, "voice"],
    [{ models: { llm: { provider: "openai", model: "gpt-4.1-mini" } } }, "models.llm.credential_uuid"],
    [{ models: { llm: { provider: "clippy", model: "1" } } }, "models.llm.provider"],
    [{ models: { stt: { provider: "openai", model: "whisper-1" } } }, "models.stt.credential_uuid"],
    [{ max_call_duration: 1201 }, "max_call_duration"],
  ])("%j is refused at %s", (sent, path) => {
    expect(faultsOf(sent).map(([at]) => at)).toEqual([path]);
  });
});

describe("settings that are stored", () => {
  it("older than the rules count as absent where they do not fit", () => {
    const stored = { max_call_duration: 60, language: 7, voice: "anna", phrases: { goodbye: "Bye.", hello: "Hi" } };
    expect(readAgentSettings(stored)).toEqual({ ...DEFAULT_SETTINGS, max_call_duration: 60 });
  });

  it("are read whatever they are", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (stored) => {
        expect(readAgentSettings(stored)).toMatchObject({ language: expect.any(String) });
      }),
    );
  });
});

describe("the disclosure", () => {
  const said = (settings: object, isSwitchedOff = false) =>
    composeDisclosure({ ...DEFAULT_SETTINGS, ...settings }, { isSwitchedOff });

  it("is the agent's own, or ours where a call is recorded, in its language", () => {
    expect(said({})).toBeNull();
    expect(said({ disclosure: "Ours is a machine." })).toBe("Ours is a machine.");
    expect(said({ call_recording_enabled: true })).toContain("recorded");
    expect(said({ call_recording_enabled: true, language: "de-AT" })).toContain("aufgezeichnet");
    expect(said({ call_recording_enabled: true, language: "fi-FI" })).toContain("recorded");
  });

  it("is not said where the organization has switched it off", () => {
    expect(said({ call_recording_enabled: true, disclosure: "Recorded." }, true)).toBeNull();
  });
});
