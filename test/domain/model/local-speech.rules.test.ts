import { expect, it } from "@jest/globals";
import { findEspeakVoice, findLocalSpeechProblem, hasNaturalVoice } from "../../../domain/model/local-speech.rules.ts";

it("hears English of any country, and says which language it does not hear", () => {
  expect(["en", "en-US", "en-GB", "EN-au"].map((tag) => findLocalSpeechProblem("stt", tag))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(findLocalSpeechProblem("stt", "de-DE")).toBe(
    "The local model hears English only, not de-DE: set a model of another provider for stt.",
  );
});

it("speaks English by the natural voice and others by espeak-ng's, and says which language has none", () => {
  expect([hasNaturalVoice("en-GB"), hasNaturalVoice("de-DE")]).toEqual([true, false]);
  expect(["en-GB", "de-DE", "pt-BR", "pt-PT", "zh-CN", "nb-NO", "es-MX", "fr"].map(findEspeakVoice)).toEqual([
    "en-us",
    "de",
    "pt-br",
    "pt",
    "cmn",
    "nb",
    "es-419",
    "fr",
  ]);
  expect(findLocalSpeechProblem("tts", "de-AT")).toBeNull();
  expect(findLocalSpeechProblem("tts", "xh-ZA")).toBe(
    "No local voice speaks xh-ZA: set a model of another provider for tts.",
  );
});
