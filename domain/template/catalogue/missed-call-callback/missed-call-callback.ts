import type { TemplateInput } from "../../template.ts";

export const missedCallCallback: TemplateInput = {
  id: "missed-call-callback",
  version: "1.0.0",
  vertical: "services",
  direction: "outbound",
  voice: { gender: "female" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Missed-call call back",
      summary: "Calls people back whom nobody answered, finds out what they wanted, and takes a message.",
      steps: ["Says sorry for the missed call", "Asks what it was about", "Takes a message with its urgency"],
      compliance_notes: ["A call back answers the person's own call; use it for nothing else, and not in the night."],
      variables: [
        { key: "business_name", question: "What is your business called?", required: true, default: null },
        { key: "answer_time", question: "When do people hear from you?", required: false, default: "within a day" },
      ],
      documents: [],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["message_taken", "settled", "wrong_number"],
      outline: {
        global:
          "You are {{agent_name}}, the artificial assistant of {{business_name}}. You take messages and promise only that somebody answers {{answer_time}}.",
        start: {
          name: "Call back",
          greeting:
            "Hello, this is {{agent_name}}, the artificial assistant of {{business_name}}. You called us, and we missed it. I am sorry. How can we help?",
          prompt: "Find out what the person called about.",
          to: [
            {
              id: "has_message",
              to: "message",
              label: "Leave a message",
              condition: "The person needs something, help or an answer.",
            },
            { id: "settled", to: "settled_end", label: "Settled", condition: "It is done already, nothing is needed." },
            { id: "never_called", to: "sorry", label: "Did not call", condition: "It was a mistake, wrong number." },
          ],
        },
        steps: {
          message: {
            name: "Message",
            prompt: "Ask what to pass on, and whether it is urgent.",
            extract: [
              { name: "topic", type: "string", prompt: "What it is about" },
              { name: "urgent", type: "boolean", prompt: "Whether it is urgent" },
            ],
            to: [{ id: "taken", to: "noted", label: "Message taken", condition: "Topic and urgency are known." }],
          },
        },
        ends: {
          noted: { name: "Noted", prompt: "Thank you, I pass it on. Somebody answers you {{answer_time}}. Goodbye." },
          settled_end: { name: "Settled", prompt: "Good to hear. Goodbye." },
          sorry: { name: "Sorry", prompt: "I am sorry to have disturbed you. Goodbye." },
        },
      },
      conversations: [
        {
          title: "A message",
          turns: [
            { person: "I need help with something.", takes: ["has_message"] },
            { person: "The topic is heating, urgent: yes.", takes: ["taken"] },
          ],
          variables: { topic: "heating", urgent: true },
        },
        { title: "Done already", turns: [{ person: "It is settled already.", takes: ["settled"] }], variables: {} },
        {
          title: "A mistake",
          turns: [{ person: "That was a mistake, wrong number.", takes: ["never_called"] }],
          variables: {},
        },
      ],
    },
  ],
};
