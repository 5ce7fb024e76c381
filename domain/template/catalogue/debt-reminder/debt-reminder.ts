import type { TemplateInput } from "../../template.ts";

export const debtReminder: TemplateInput = {
  id: "debt-reminder",
  version: "1.0.0",
  vertical: "finance",
  direction: "outbound",
  voice: { gender: "female" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Debt reminder",
      summary:
        "Reminds people of an open payment after it is sure who they are, with the sentences that the law asks for.",
      steps: [
        "Makes sure that the right person is speaking, and says nothing before",
        "Says the sentences that the law asks for and names the open payment",
        "Writes down a day of payment, or that the debt is disputed",
      ],
      compliance_notes: [
        "Say nothing of a debt before it is sure who is speaking (USA: 15 U.S.C. § 1692c (b)).",
        "In the USA the first call says that it is an attempt to collect a debt and that information will be used for that purpose (15 U.S.C. § 1692e (11)), and no more than seven calls in seven days are placed for one debt (12 CFR § 1006.14).",
        "A disputed debt, or a wish not to be called, ends the reminders: write it down and check the claim in writing.",
      ],
      variables: [
        { key: "business_name", question: "Who collects the payment?", required: true, default: null },
        {
          key: "person_name",
          question: "Whom does the call ask for, if the contact has no person_name?",
          required: false,
          default: "the account holder",
        },
        {
          key: "amount_due",
          question: "How much is due, if the contact does not say it?",
          required: false,
          default: "the amount of your last letter",
        },
      ],
      documents: [],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["promised", "disputed", "wrong_person"],
      outline: {
        global:
          "You are {{agent_name}}, calling for {{business_name}}. You are calm and polite, never threaten, and never speak of " +
          "a payment to anybody but {{person_name}}.",
        start: {
          name: "Who is speaking",
          greeting: "Hello, this is {{agent_name}}, calling for {{business_name}}. Am I speaking with {{person_name}}?",
          prompt: "Make sure that you speak with {{person_name}}. Say nothing about the reason of the call before.",
          to: [
            {
              id: "right_person",
              to: "payment",
              label: "Right person",
              condition: "Yes, speaking, that is me.",
              speech:
                "This is an attempt to collect a debt, and any information that I obtain will be used for that purpose.",
            },
            {
              id: "wrong_person",
              to: "wrong_number",
              label: "Wrong person",
              condition: "Somebody else, or nobody of that name lives here.",
            },
          ],
        },
        steps: {
          payment: {
            name: "Payment",
            prompt:
              "Say that {{amount_due}} is open. Ask on which day it can be paid, or whether the person disputes it.",
            extract: [{ name: "payment_day", type: "string", prompt: "The day on which they will pay" }],
            to: [
              {
                id: "promised",
                to: "thanks",
                label: "Payment promised",
                condition: "The person names the payment day.",
              },
              {
                id: "disputed",
                to: "dispute_noted",
                label: "Disputed",
                condition: "The person says that they owe nothing, or disputes the debt.",
              },
            ],
          },
        },
        ends: {
          thanks: { name: "Thanks", prompt: "Thank you. I have written that day down. Goodbye." },
          dispute_noted: {
            name: "Dispute noted",
            prompt:
              "I have noted that you dispute it. You will get the details in writing, and no reminder before that. Goodbye.",
          },
          wrong_number: { name: "Wrong number", prompt: "I am sorry to have disturbed you. Goodbye." },
        },
      },
      conversations: [
        {
          title: "They will pay",
          turns: [
            { person: "Yes, speaking.", takes: ["right_person"] },
            { person: "My payment day is Monday.", takes: ["promised"] },
          ],
          variables: { payment_day: "Monday" },
        },
        {
          title: "They dispute it",
          turns: [
            { person: "Yes, that is me.", takes: ["right_person"] },
            { person: "I owe nothing, this is disputed.", takes: ["disputed"] },
          ],
          variables: {},
        },
        {
          title: "Somebody else",
          turns: [{ person: "You have the wrong person.", takes: ["wrong_person"] }],
          variables: {},
        },
      ],
    },
  ],
};
