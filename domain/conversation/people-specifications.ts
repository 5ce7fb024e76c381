import type { PeopleFunction } from "../agent/people-functions.ts";
import type { ChatFunction } from "../model/chat-model.ts";

/** The parameter of a question or a proposed action for the handling of an answer that comes after the call. */
export const FOLLOW_UP_PARAMETER = {
  type: "string",
  enum: ["call_back", "message", "nothing"],
  description:
    "What you announce to the person in case the answer comes after the call: call_back (you call " +
    "them again at the same number), message (your colleagues pass it on), nothing.",
};

/** How long people may take, in seconds, by the words that a model chooses from. */
export const ANSWER_WITHIN = { "5 minutes": 300, "15 minutes": 900, "1 hour": 3_600, "4 hours": 14_400 } as const;

/** The parameter of a request whose answer is of no use later. */
export const ANSWER_WITHIN_PARAMETER = {
  type: "string",
  enum: Object.keys(ANSWER_WITHIN),
  description:
    "When an answer is of no use any more; then you are told that nobody answered in time. Leave it out where it is " +
    "always of use: people get a day, and a quarter of an hour for a key.",
};

/** The functions for requests to people, as a model is offered them. */
export const PEOPLE_SPECIFICATIONS: Record<PeopleFunction, Omit<ChatFunction, "name">> = {
  ask_people: {
    description:
      "Asks your colleagues a question that you must not decide yourself. They answer in their own time: tell the " +
      "person that you ask, go on with the conversation, and rely on the answer when it is told to you.",
    parameters: {
      type: "object",
      properties: {
        question: { type: "string", description: "The question, with everything that is needed to answer it" },
        choices: {
          type: "array",
          items: { type: "string" },
          description: "The answers to choose from; none: any text",
        },
        follow_up: FOLLOW_UP_PARAMETER,
        answer_within: ANSWER_WITHIN_PARAMETER,
      },
      required: ["question"],
    },
  },
  propose_action: {
    description:
      "Proposes to your colleagues that one of your functions be carried out, where you should not do it on your own. " +
      "It is done when one of them confirms it; you are told.",
    parameters: {
      type: "object",
      properties: {
        function: { type: "string", description: "The name of the function" },
        arguments: { type: "object", description: "What it is to be given" },
        summary: { type: "string", description: "What is proposed and why, in one sentence, for the one who confirms" },
        follow_up: FOLLOW_UP_PARAMETER,
        answer_within: ANSWER_WITHIN_PARAMETER,
      },
      required: ["function", "arguments", "summary"],
    },
  },
  propose_edit: {
    description:
      "Proposes a change of your own texts, such as the prompt of a step, when you have learned that they are wrong or " +
      "lack something. An admin sees what would be different and publishes or discards it. It changes nothing now.",
    parameters: {
      type: "object",
      properties: {
        reason: { type: "string", description: "Why, in one or two sentences, for the admin" },
        changes: {
          type: "array",
          items: {
            type: "object",
            properties: {
              step: { type: "string", description: "The name of the step" },
              field: { type: "string", enum: ["prompt", "greeting"] },
              text: { type: "string", description: "The whole new text" },
            },
            required: ["step", "field", "text"],
          },
        },
        answer_within: ANSWER_WITHIN_PARAMETER,
      },
      required: ["reason", "changes"],
    },
  },
  request_secret: {
    description:
      "Asks your admins for a key that you lack for one of your tools. You never see it yourself; you are told when it " +
      "is there. Never ask the person for it.",
    parameters: {
      type: "object",
      properties: {
        name: { type: "string", description: "The system of the key, such as its name" },
        why: { type: "string", description: "What it is needed for" },
        answer_within: ANSWER_WITHIN_PARAMETER,
      },
      required: ["name", "why"],
    },
  },
  hand_over: {
    description:
      "Hands a result of this conversation over to your colleagues: a summary, a filled form, a list of what is to be done.",
    parameters: {
      type: "object",
      properties: {
        title: { type: "string", description: "What it is, in one line" },
        text: { type: "string", description: "The result itself" },
        fields: { type: "object", description: "The same as named values, where it is a form" },
      },
      required: ["title", "text"],
    },
  },
};
