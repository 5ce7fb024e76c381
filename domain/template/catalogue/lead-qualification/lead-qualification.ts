import type { TemplateInput } from "../../template.ts";

export const leadQualification: TemplateInput = {
  id: "lead-qualification",
  version: "1.0.0",
  vertical: "software",
  direction: "outbound",
  voice: { gender: "male" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Lead qualification",
      summary: "Calls people who asked for information, finds out what they need, and hands interested ones on.",
      steps: [
        "Asks whether the person is still interested",
        "Asks for the size of the team and the time frame",
        "Promises a call from the sales team, or ends politely",
      ],
      compliance_notes: [
        "Call only people who asked for it or agreed to it: elsewhere this is a sales call that many countries forbid.",
        "Say at the start that an artificial assistant is calling.",
      ],
      variables: [
        { key: "business_name", question: "What is your company called?", required: true, default: null },
        { key: "product", question: "What did people ask about, in one sentence?", required: true, default: null },
        {
          key: "sales_contact",
          question: "Who calls interested people back?",
          required: false,
          default: "our sales team",
        },
      ],
      documents: [],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["qualified", "not_now", "not_interested", "wrong_person"],
      outline: {
        global:
          "You are {{agent_name}}, the artificial assistant of {{business_name}}, and speak about {{product}}. You promise " +
          "no prices and no discounts.",
        start: {
          name: "Interest",
          greeting:
            "Hello, this is {{agent_name}}, the artificial assistant of {{business_name}}. You asked us about {{product}}. Are you still interested?",
          prompt: "Find out whether the person is still interested.",
          to: [
            { id: "interested", to: "needs", label: "Interested", condition: "Yes, the person wants to know more." },
            {
              id: "later",
              to: "not_now",
              label: "Later",
              condition: "The timing is bad, another month would be better.",
            },
            {
              id: "not_interested",
              to: "declined",
              label: "Declines",
              condition: "The person says no thanks and refuses.",
            },
          ],
        },
        steps: {
          needs: {
            name: "Needs",
            prompt: "Ask how many people would use it, and when they want to begin.",
            extract: [
              { name: "team_size", type: "number", prompt: "How many people would use it" },
              { name: "start_month", type: "string", prompt: "The month in which they want to begin" },
            ],
            to: [
              {
                id: "qualified",
                to: "handed_on",
                label: "Needs known",
                condition: "Team size and start month are said.",
              },
            ],
          },
        },
        ends: {
          handed_on: {
            name: "Handed on",
            prompt: "Thank you. You will hear from {{sales_contact}} within a day. Goodbye.",
          },
          not_now: { name: "Not now", prompt: "Understood, we will be in touch later. Goodbye." },
          declined: {
            name: "Declined",
            prompt: "Thank you for telling me. We will not call again about this. Goodbye.",
          },
        },
      },
      conversations: [
        {
          title: "A team that wants to begin in May",
          turns: [
            { person: "Yes, I want to know more.", takes: ["interested"] },
            { person: "Our team size is 25 and the start month is May.", takes: ["qualified"] },
          ],
          variables: { team_size: 25, start_month: "May" },
        },
        {
          title: "Not this month",
          turns: [{ person: "The timing is bad, call later.", takes: ["later"] }],
          variables: {},
        },
        { title: "No interest", turns: [{ person: "No thanks.", takes: ["not_interested"] }], variables: {} },
      ],
    },
  ],
};
