import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { answerKeyword, MESSAGE_KEYWORDS, readKeyword } from "../../../domain/message/opt-out-keywords.rules.ts";

const STOPS: [string, string][] = [
  ["STOP", "en"],
  ["Stop.", "en"],
  [" stop! ", "en"],
  ["STOPALL", "en"],
  ["Unsubscribe", "en"],
  ["Please stop", "en"],
  ["STOPP", "de"],
  ["Abmelden", "de"],
  ["kündigen", "de"],
  ["BAJA", "es"],
  ["Parar", "es"],
  ["no más", "es"],
  ["Arrêt", "fr"],
  ["ARRET", "fr"],
  ["Désabonner", "fr"],
  ["अनसब्सक्राइब", "hi"],
  ["बंद करो", "hi"],
  ["band karo", "hi"],
  ["СТОП", "ru"],
  ["відписка", "uk"],
  ["إلغاء", "ar"],
  ["退订", "zh"],
  ["ストップ", "ja"],
  ["수신거부", "ko"],
  ["SAIR", "pt"],
  ["afmelden", "nl"],
  ["wypisz", "pl"],
];

describe("a word that a person writes", () => {
  it.each(STOPS)("ends texts and calls: %s", (word, language) => {
    expect(readKeyword(word)).toEqual({ keyword: "stop", language });
  });

  it.each(["stop texting me", "Please don't contact me again", "Bitte keine SMS mehr", "Ne m'écrivez plus"])(
    "may be a sentence: %s",
    (sentence) => expect(readKeyword(sentence)?.keyword).toBe("stop"),
  );

  it.each([
    ["START", "start"],
    ["unstop", "start"],
    ["ALTA", "start"],
    ["HELP", "help"],
    ["Hilfe", "help"],
    ["मदद", "help"],
  ])("begins again or asks who it is: %s", (word, keyword) => expect(readKeyword(word)?.keyword).toBe(keyword));

  it.each([
    "Fine.",
    "Yes",
    "Can you stop by tomorrow?",
    "I get off at the last stop",
    "Ich komme am Ende der Woche",
    "",
  ])("is no keyword within another text: %s", (text) => expect(readKeyword(text)).toBeNull());

  it("is read whatever its case and the marks around it", () => {
    const marks = fc.stringMatching(/^[ .!?,"'()\n]{0,4}$/);
    fc.assert(
      fc.property(fc.constantFrom(...STOPS), marks, marks, fc.boolean(), ([word], before, after, upper) => {
        const written = `${before}${upper ? word.toUpperCase() : word.toLowerCase()}${after}`;
        expect(readKeyword(written)?.keyword).toBe("stop");
      }),
    );
  });

  it("is answered in its language, in a sentence that is no keyword itself", () => {
    for (const keyword of MESSAGE_KEYWORDS)
      for (const language of ["en", "de", "es", "fr", "hi", "xx"]) {
        const answer = answerKeyword({ keyword, language }, "Acme");
        expect(answer.length).toBeGreaterThan(10);
        expect(readKeyword(answer)).toBeNull();
      }
    expect(answerKeyword({ keyword: "help", language: "de" }, "Acme")).toContain("Acme");
  });
});
