import type { TemplateTextInput } from "../../template.ts";

export const english: TemplateTextInput = {
  language: "en-US",
  name: "Satisfaction survey",
  summary: "Asks customers for a score from 0 to 10, and unhappy ones for the reason.",
  steps: [
    "Asks whether now is a good moment",
    "Asks for a score from 0 to 10",
    "Asks unhappy customers for the reason and offers a call back",
  ],
  compliance_notes: [
    "Do not sell anything in a survey: it would make the call an advertisement, with other rules.",
    "Accept a no at once.",
  ],
  variables: [
    { key: "business_name", question: "What is your business called?", required: true, default: null },
    { key: "survey_topic", question: "What is the survey about?", required: true, default: null },
  ],
  documents: [],
  disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
  dispositions: ["answered_all", "declined", "unhappy"],
  outline: {
    global:
      "You are {{agent_name}} of {{business_name}} and ask about {{survey_topic}}. You never argue and sell nothing.",
    start: {
      name: "Introduction",
      greeting:
        "Hello, this is {{agent_name}} of {{business_name}}. May I ask you two short questions about {{survey_topic}}?",
      prompt: "Find out whether the person has a minute for two questions.",
      to: [
        {
          id: "agrees",
          to: "score",
          label: "Agrees",
          condition: "Yes, the person is happy to answer, sure, go ahead.",
        },
        {
          id: "declines",
          to: "declined",
          label: "Declines",
          condition: "No, the person has no time, is busy, or refuses.",
        },
      ],
    },
    steps: {
      score: {
        name: "Score",
        prompt: "Ask how likely the person is to recommend us, from 0 to 10.",
        extract: [{ name: "score", type: "number", prompt: "The score from 0 to 10" }],
        to: [
          { id: "happy", to: "thanks", label: "Good score", condition: "The score is seven or more." },
          { id: "unhappy", to: "reason", label: "Bad score", condition: "The score is six or less." },
        ],
      },
      reason: {
        name: "Reason",
        prompt: "Ask what went wrong, and whether somebody should call back.",
        extract: [{ name: "call_back", type: "boolean", prompt: "Whether somebody should call back" }],
        to: [
          {
            id: "told",
            to: "thanks",
            label: "Reason told",
            condition: "The person has told what went wrong and whether they want a call back.",
          },
        ],
      },
    },
    ends: {
      thanks: { name: "Thanks", prompt: "Thank you very much for your answers. Goodbye." },
      declined: { name: "Declined", prompt: "No problem. Have a nice day. Goodbye." },
    },
  },
  conversations: [
    {
      title: "A happy customer",
      turns: [
        { person: "Sure, go ahead.", takes: ["agrees"] },
        { person: "A good score: 9.", takes: ["happy"] },
      ],
      variables: { score: 9 },
    },
    {
      title: "An unhappy customer",
      turns: [
        { person: "Sure, go ahead.", takes: ["agrees"] },
        { person: "A bad score: 3.", takes: ["unhappy"] },
        { person: "The reason: it went wrong twice. Yes, call back please.", takes: ["told"] },
      ],
      variables: { score: 3, call_back: true },
    },
    { title: "Somebody without time", turns: [{ person: "I am busy.", takes: ["declines"] }], variables: {} },
  ],
};
