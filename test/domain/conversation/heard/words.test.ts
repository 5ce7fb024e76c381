import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import type { HeardLanguage } from "../../../../domain/conversation/heard/fold-words.ts";
import { asksSomething, readYesOrNo, wantsPerson } from "../../../../domain/conversation/heard/intents.ts";
import { guessLanguage } from "../../../../domain/conversation/heard/language.ts";
import { readName } from "../../../../domain/conversation/heard/names.ts";
import { listNumberWords, readNumber } from "../../../../domain/conversation/heard/number-words.ts";
import { endByForce } from "../../../harness/end-by-force.ts";

describe("a number that somebody says", () => {
  it.each<[HeardLanguage, string, number | null]>([
    ["en", "for twenty-one people", 21],
    ["en", "three hundred and five", 305],
    ["en", "two thousand five hundred and twelve", 2_512],
    ["en", "it is 12.5", 12.5],
    ["en", "two, no, three", 3],
    ["en", "one hundred, two", 2],
    ["en", "ten to twenty", 20],
    ["en", "none", null],
    ["de", "einundzwanzig Personen", 21],
    ["de", "dreihundertfünf", 305],
    ["de", "zweitausendfünfhundert", 2_500],
    ["es", "treinta y cuatro", 34],
    ["es", "dieciséis personas", 16],
    ["es", "mil doscientas tres", 1_203],
    ["fr", "quatre-vingt-dix-sept", 97],
    ["fr", "soixante et onze", 71],
    ["fr", "deux cent trois", 203],
    ["hi", "पैंतालीस लोग", 45],
    ["hi", "दो सौ पाँच", 205],
  ])("is read, in %s: %s", (language, said, number) => {
    expect(readNumber(said, language)).toBe(number);
  });

  it("is read from each of its words", () => {
    for (const { language, word, value } of listNumberWords())
      expect([word, readNumber(word, language)]).toEqual([word, value]);
    expect(listNumberWords().length).toBeGreaterThan(500);
  });
});

describe("a name that somebody tells", () => {
  it.each<[HeardLanguage, string, string | null]>([
    ["en", "My name is Ada Lovelace and I am free on Monday", "Ada Lovelace"],
    ["en", "my name is anna smith", "Anna Smith"],
    ["en", "I'm Bob", "Bob"],
    ["en", "I'm interested", null],
    ["en", "This is Carol Jones speaking", "Carol Jones"],
    ["en", "For Smith, please", "Smith"],
    ["en", "for Tuesday", null],
    ["de", "Ich heiße Jürgen Groß", "Jürgen Groß"],
    ["de", "auf den Namen Klein bitte", "Klein"],
    ["de", "Ich bin müde", null],
    ["de", "Mein Name ist Weber, morgen um drei", "Weber"],
    ["es", "me llamo José García", "José García"],
    ["es", "a nombre de Pérez", "Pérez"],
    ["fr", "je m'appelle Zoé Martin", "Zoé Martin"],
    ["fr", "au nom de Dupont", "Dupont"],
    ["hi", "मेरा नाम आशा वर्मा है", "आशा वर्मा"],
  ])("is read, in %s: %s", (language, said, name) => {
    expect(readName(said, { language })).toBe(name);
  });

  it("is a short answer where it was asked for, and nothing else", () => {
    const asked = { language: "en", isAsked: true } as const;
    expect(readName("Anna Smith.", asked)).toBe("Anna Smith");
    expect(readName("yes", asked)).toBeNull();
    expect(readName("what does it cost and why", asked)).toBeNull();
  });
});

describe("what somebody means", () => {
  it.each<[string, HeardLanguage | null]>([
    ["What can you do?", "en"],
    ["Was kannst du?", "de"],
    ["Ich möchte einen Termin", "de"],
    ["¿Qué puedes hacer?", "es"],
    ["Qu'est-ce que vous faites ?", "fr"],
    ["आप क्या कर सकते हैं?", "hi"],
    ["12345", null],
  ])("is heard in its language: %s", (said, language) => {
    expect(guessLanguage(said)).toBe(language);
  });

  it.each<[HeardLanguage, string, boolean]>([
    ["en", "how does it work", true],
    ["en", "Okay, and what does it cost", true],
    ["en", "tell me about campaigns", true],
    ["en", "on Tuesday", false],
    ["de", "erzähl mir von Kampagnen", true],
    ["de", "am Dienstag", false],
    ["es", "cuánto cuesta", true],
    ["fr", "combien ça coûte", true],
    ["hi", "इसका दाम कितना है", true],
  ])("is a question or none, in %s: %s", (language, said, isQuestion) => {
    expect(asksSomething(said, language)).toBe(isQuestion);
  });

  it.each<[HeardLanguage, string, boolean]>([
    ["en", "Can I speak to a human?", true],
    ["en", "put me through to somebody", true],
    ["en", "are you a person", false],
    ["de", "Ich will mit einem Menschen sprechen", true],
    ["de", "Verbinden Sie mich mit einem Mitarbeiter", true],
    ["de", "Bist du ein Mensch?", false],
    ["es", "quiero hablar con una persona", true],
    ["fr", "je veux parler à quelqu'un", true],
    ["hi", "मुझे किसी इंसान से बात करनी है", true],
  ])("is a wish for a person or not, in %s: %s", (language, said, isWanted) => {
    expect(wantsPerson(said, language)).toBe(isWanted);
  });

  it.each<[HeardLanguage, string, boolean | null]>([
    ["en", "Yes, that's right", true],
    ["en", "No, Tuesday", false],
    ["en", "Yes, but not on Monday", false],
    ["en", "Tuesday", null],
    ["de", "Ja, genau", true],
    ["de", "Nein, lieber Dienstag", false],
    ["es", "sí, correcto", true],
    ["fr", "non, mardi", false],
    ["hi", "हाँ, ठीक है", true],
  ])("is yes or no or neither, in %s: %s", (language, said, answer) => {
    expect(readYesOrNo(said, language)).toBe(answer);
  });
});

it("nobody's words hold the reading of names, numbers and wishes up", () => {
  for (const piece of ["my name is ", "a ", " ", "hello, ", "hundred ", "1 "]) {
    const said = piece.repeat(Math.ceil(1_000_000 / piece.length));
    endByForce(() => [
      readName(said, { language: "en" }),
      readNumber(said, "en"),
      asksSomething(said, "en"),
      wantsPerson(said, "en"),
    ]);
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (said) => {
      for (const language of ["en", "de", "hi"] as const) {
        expect(typeof asksSomething(said, language)).toBe("boolean");
        readName(said, { language, isAsked: true });
        readNumber(said, language);
      }
    }),
  );
});
