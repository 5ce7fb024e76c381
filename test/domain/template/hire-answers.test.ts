import { expect, it } from "@jest/globals";
import { readAnswers } from "../../../domain/template/hire-answers.ts";

const ASKED = [
  { key: "practice", question: "What is the practice called?", required: true, default: null },
  { key: "hours", question: "When is it open?", required: true, default: "9 to 5" },
  { key: "parking", question: "Where do people park?", required: false, default: null },
];

it("the agent has the answers, else the defaults, else nothing", () => {
  expect(readAnswers(ASKED, { practice: "Byron", hours: "" })).toEqual({
    variables: { practice: "Byron", hours: "9 to 5", parking: "" },
    faults: [],
  });
});

it("names every required answer that is missing, and every answer that nobody asked for", () => {
  expect(readAnswers(ASKED, { color: "red" }).faults).toEqual([
    { key: "color", sentence: "The template asks for practice, hours, parking", kind: "unknown_field" },
    { key: "practice", sentence: "Answer the question: What is the practice called?", kind: "missing" },
  ]);
  expect(readAnswers([], { color: "red" }).faults).toEqual([
    { key: "color", sentence: "The template asks for nothing", kind: "unknown_field" },
  ]);
});
