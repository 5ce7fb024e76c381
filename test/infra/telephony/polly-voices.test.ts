import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { findPollyVoice, listPollyVoices, listPollyVoicesOfLanguage } from "../../../infra/telephony/polly-voices.ts";
import { findTwilioVoice } from "../../../infra/telephony/twilio/twilio.voice.ts";

const LANGUAGES =
  `en-US en-GB en-AU en-IN en-IE en-NZ en-ZA es-ES es-MX es-US fr-FR fr-CA fr-BE de-DE de-AT it-IT pt-BR pt-PT nl-NL
nl-BE da-DK sv-SE nb-NO fi-FI is-IS pl-PL ro-RO ru-RU tr-TR cy-GB ca-ES hi-IN ja-JP ko-KR cmn-CN yue-CN ar-AE arb`.split(
    /\s+/,
  );
const LISTED = new Set(
  [
    ...readFileSync(
      join(import.meta.dirname, "../../../node_modules/twilio/lib/twiml/VoiceResponse.d.ts"),
      "utf8",
    ).matchAll(/"(Polly\.[\w-]+)"/g),
  ].map(([, name]) => name),
);

describe("Amazon's voices", () => {
  it.each(LANGUAGES)("of %s are all on Twilio's list, as they are called there", (language) => {
    const voices = listPollyVoicesOfLanguage(language);
    expect(voices.length).toBeGreaterThan(0);
    for (const { name, engines } of voices) {
      expect(LISTED).toContain(findTwilioVoice({ voice_id: name }, language).say);
      if (engines.includes("standard")) expect(LISTED).toContain(`Polly.${name}`);
    }
  });

  it("are found by another country's language, and by Amazon's names for Chinese and Arabic", () => {
    expect(listPollyVoicesOfLanguage("de-CH").map(({ language }) => language)).toEqual(
      listPollyVoicesOfLanguage("de-DE").map(() => "de-DE"),
    );
    expect(listPollyVoicesOfLanguage("zh-CN")[0]?.name).toBe("Zhiyu");
    expect(listPollyVoicesOfLanguage("ar-SA")[0]?.name).toBe("Zeina");
    expect(listPollyVoicesOfLanguage("sw-KE")).toEqual([]);
  });

  it("are known with and without the engine after the name", () => {
    for (const id of ["Joanna", "joanna", "Joanna-Neural", "Joanna-Generative"])
      expect(findPollyVoice(id)?.name).toBe("Joanna");
    expect(findPollyVoice("Joanna-Loud")).toBeUndefined();
    expect(listPollyVoices("en-AU")).toBe("Olivia (female), Nicole (female), Russell (male)");
  });
});
