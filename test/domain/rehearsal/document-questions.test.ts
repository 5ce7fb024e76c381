import { expect, it } from "@jest/globals";
import type { ChatModel, ChatRequest } from "../../../domain/model/chat-model.ts";
import {
  askForQuestions,
  makeQuestionScenario,
  QUESTIONS_OF_DOCUMENT,
} from "../../../domain/rehearsal/document-questions.ts";
import { PATIENCE_MS } from "../../harness/patience.ts";

const TEXT = "We are open from nine to five.\nA return costs nothing within 30 days.";

const answering = (given: unknown, name = "questions"): { model: ChatModel; requests: ChatRequest[] } => {
  const requests: ChatRequest[] = [];
  const model: ChatModel = {
    name: "a model",
    async *reply(request) {
      requests.push(request);
      yield { kind: "call", id: "1", name, arguments: JSON.stringify(given) };
    },
  };
  return { model, requests };
};

const ask = (model: ChatModel) =>
  askForQuestions(model, { text: TEXT, language: "en-US", signal: AbortSignal.timeout(PATIENCE_MS) });

it("keeps questions whose passage stands in the document, each once", async () => {
  const open = { question: "When are you open?", passage: "We are open from nine to five." };
  const { model, requests } = answering({
    questions: [
      open,
      { ...open, question: "when are you open?" },
      { question: "Is it free?", passage: "Everything is free." },
      { question: "", passage: "nine" },
      "nonsense",
    ],
  });
  expect((await ask(model)).map(({ passage }) => passage)).toEqual(["We are open from nine to five."]);
  expect(requests[0]?.messages[0]).toMatchObject({ role: "person", text: expect.stringContaining(TEXT) });
});

it("takes ten at most", async () => {
  const questions = Array.from({ length: 30 }, (_, at) => ({ question: `Question ${at}?`, passage: "nine to five" }));
  expect(await ask(answering({ questions }).model)).toHaveLength(QUESTIONS_OF_DOCUMENT);
});

it("fails where the model asks nothing", async () => {
  const questions = [{ question: "When?", passage: "nine to five" }];
  for (const { model } of [answering({ other: 1 }), answering({ questions }, "answers")])
    await expect(ask(model)).rejects.toMatchObject({ code: "invalid_answer" });
});

it("makes a scenario with a judge of the passage", () => {
  const made = makeQuestionScenario({ question: "When?", passage: "nine to five" });
  expect(made.caller).toEqual({ kind: "scripted", lines: [{ say: "When?" }, { hang_up: true }] });
  expect(made.checks).toMatchObject([
    { kind: "judge", expects: true, question: expect.stringContaining('"nine to five"') },
  ]);
});

it("keeps the beginnings of long questions and passages, and a question once however it is spaced", async () => {
  const sentence = "We are open from nine to five. ";
  const long = { question: "Why? ".repeat(100), passage: sentence.repeat(100) };
  const { model } = answering({
    questions: [
      long,
      { question: "  When  is it?", passage: " nine to five " },
      { question: "When is it?", passage: "five" },
    ],
  });
  const asked = await askForQuestions(model, {
    text: sentence.repeat(100),
    language: "en-US",
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  expect(asked.map(({ question, passage }) => [question.length, passage.length])).toEqual([
    [200, 600],
    ["When is it?".length, "five".length],
  ]);
});
