import { expect, it } from "@jest/globals";
import { findGenderContradiction } from "../../../application/telephony/voice-gender.ts";

it.each([
  [
    { voice_id: "Amy", gender: "male" },
    "Amy is a female voice: say female, or leave the gender out; for a male voice choose Brian, Arthur.",
  ],
  [{ voice_id: "Brian-Neural", gender: "female", provider: "amazon" }, "choose Amy, Emma."],
  [{ voice_id: "onyx", gender: "female", provider: "openai" }, "onyx is a male voice"],
] as const)("%j contradicts itself", (voice, sentence) => {
  expect(findGenderContradiction(voice, "en-GB")).toContain(sentence);
});

it.each([
  { voice_id: "Amy", gender: "female" },
  { voice_id: "Amy" },
  { gender: "male" },
  { voice_id: "alloy", gender: "male", provider: "openai" },
  { voice_id: "amy", gender: "male", provider: "elevenlabs" },
  { voice_id: "a-voice-of-our-own", gender: "male" },
] as const)("%j does not", (voice) => {
  expect(findGenderContradiction(voice, "en-GB")).toBeNull();
});
