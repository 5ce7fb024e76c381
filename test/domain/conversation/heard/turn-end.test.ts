import { describe, expect, it } from "@jest/globals";
import { HEARD_LANGUAGES } from "../../../../domain/conversation/heard/fold-words.ts";
import { decideTurnEnd, isOpen, TURN_END } from "../../../../domain/conversation/heard/turn-end.ts";
import { newcomersSentences } from "../../../infra/local/newcomers-sentences.ts";
import { GREETINGS } from "./greetings.ts";
import { PAUSED_SENTENCES } from "./paused-sentences.ts";

const whole = (sentence: string) => sentence.replaceAll(" |", "");
/** What was said up to each pause, with the mark that recognition sets there. */
const begun = (sentence: string) => {
  const parts = sentence.split(" | ");
  return parts.slice(0, -1).map(
    (_, at) =>
      `${parts
        .slice(0, at + 1)
        .join(" ")
        .replace(/,$/, "")}.`,
  );
};

describe("words that need others after them", () => {
  it("are told of sentences with a pause inside: none of forty is taken for whole, and no whole one for begun", () => {
    expect(PAUSED_SENTENCES).toHaveLength(40);
    expect(PAUSED_SENTENCES.filter((each) => isOpen(whole(each), "en-US"))).toEqual([]);
    expect(PAUSED_SENTENCES.filter((each) => begun(each).some((words) => !isOpen(words, "en-US")))).toEqual([]);
  });

  it.each([
    ["de", "Meine Nummer ist"],
    ["de", "Ich möchte gerne"],
    ["de", "Meine Telefonnummer ist null eins sieben"],
    ["de", "Ich rufe an wegen"],
    ["de", "Wenn das möglich ist"],
    ["es", "Mi número es el"],
    ["es", "Me gustaría"],
    ["es", "Quisiera una cita para el"],
    ["fr", "Mon numéro est le"],
    ["fr", "Je voudrais"],
    ["fr", "C'est pour"],
    ["hi", "मेरा नंबर"],
    ["hi", "मुझे कल के लिए"],
    ["en", "My order number is four, two."],
    ["en", "Call me back at 555"],
  ])("in %s: %s", (language, words) => {
    expect(isOpen(words, language)).toBe(true);
  });

  it.each([
    ["en", "Yes, it is."],
    ["en", "Yes I can."],
    ["en", "I think so."],
    ["en", "What is it about?"],
    ["en", "Where are you from?"],
    ["en", "A table for two, please."],
    ["en", "My number is 555 123 4567."],
    ["en", "Because it hurts."],
    ["en", ""],
    ["de", "Ja, das ist es."],
    ["de", "Rufen Sie mich an."],
    ["de", "Ich weiß, wer Sie sind."],
    ["es", "Creo que sí."],
    ["fr", "Oui, je suis là."],
    ["hi", "हाँ, सुन रहा हूँ।"],
  ])("are no words of %s that end a sentence: %s", (language, words) => {
    expect(isOpen(words, language)).toBe(false);
  });

  it("are none of what people say who take a call or try the product", () => {
    const said = [
      ...HEARD_LANGUAGES.flatMap((language) => GREETINGS[language].person.map((words) => ({ language, said: words }))),
      ...newcomersSentences,
    ];
    expect(said.filter((each) => isOpen(each.said, each.language))).toEqual([]);
  });
});

describe("the silence that ends what somebody says", () => {
  it.each([
    { words: "My number is", likelihood: 0.99, ms: TURN_END.openMs },
    { words: "My number is", likelihood: null, ms: TURN_END.openMs },
    { words: "It is Tuesday.", likelihood: 0.02, ms: TURN_END.unsureMs },
    { words: "It is Tuesday.", likelihood: 0.6, ms: TURN_END.finishedMs },
    // A cough is not to keep the agent silent.
    { words: "", likelihood: 0.9, ms: TURN_END.finishedMs },
    { words: null, likelihood: 0.02, ms: TURN_END.unsureMs },
    { words: null, likelihood: null, ms: TURN_END.finishedMs },
  ])("is decided by words first, and by the sound where they do not tell: $words, $likelihood", ({ ms, ...heard }) => {
    expect(decideTurnEnd({ ...heard, language: "en-GB" })).toBe(ms);
  });
});
