import type { TemplateInput } from "../../template.ts";

export const eventInvitation: TemplateInput = {
  id: "event-invitation",
  version: "1.0.0",
  vertical: "events",
  direction: "outbound",
  voice: { gender: "male" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Event invitation",
      summary: "Invites people to an event, counts who comes with whom, and answers questions about it.",
      steps: ["Invites to the event", "Asks how many people come", "Writes down special wishes and says goodbye"],
      compliance_notes: ["Invite people whom you know: invitations to strangers are advertisements."],
      variables: [
        { key: "business_name", question: "Who invites?", required: true, default: null },
        { key: "event_name", question: "What is the event called?", required: true, default: null },
        { key: "event_time", question: "When and where is it?", required: true, default: null },
      ],
      documents: [
        {
          key: "event",
          filename: "event.md",
          text: "# {{event_name}}\n\n{{business_name}} invites to {{event_name}}: {{event_time}}. Doors open half an hour earlier. Children are welcome. There is a step-free entrance.",
        },
      ],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["accepted", "undecided", "declined"],
      outline: {
        global:
          "You are {{agent_name}} of {{business_name}} and invite to {{event_name}}, {{event_time}}. You are cheerful and never push.",
        start: {
          name: "Invitation",
          greeting:
            "Hello, this is {{agent_name}} of {{business_name}}. We would love to see you at {{event_name}}, {{event_time}}. Will you join us?",
          prompt: "Find out whether the person comes to the event.",
          to: [
            { id: "accepts", to: "guests", label: "Accepts", condition: "Yes, the person would love to join." },
            { id: "undecided", to: "later", label: "Undecided", condition: "The person does not know yet, maybe." },
            { id: "declines", to: "declined", label: "Declines", condition: "The person cannot make it, sorry." },
          ],
        },
        steps: {
          guests: {
            name: "Guests",
            prompt: "Ask how many people come in all, and whether somebody has special wishes.",
            extract: [
              { name: "guests", type: "number", prompt: "How many people come in all" },
              { name: "special_wish", type: "string", prompt: "Food, access or other wishes" },
            ],
            to: [
              { id: "counted", to: "see_you", label: "Guests counted", condition: "The number of guests is known." },
            ],
          },
        },
        ends: {
          see_you: { name: "See you", prompt: "Wonderful, you are on the list. See you there. Goodbye." },
          later: { name: "Later", prompt: "Of course. Let us know when you have decided. Goodbye." },
          declined: { name: "Declined", prompt: "What a pity. Perhaps next time. Goodbye." },
        },
      },
      conversations: [
        {
          title: "They come with friends",
          turns: [
            { person: "I would love to join.", takes: ["accepts"] },
            { person: "Guests: 3, and the special wish is vegetarian.", takes: ["counted"] },
          ],
          variables: { guests: 3, special_wish: "vegetarian" },
        },
        {
          title: "They do not know yet",
          turns: [{ person: "Maybe, I am undecided.", takes: ["undecided"] }],
          variables: {},
        },
        {
          title: "They cannot come",
          turns: [{ person: "Sorry, I cannot make it.", takes: ["declines"] }],
          variables: {},
        },
      ],
    },
  ],
};
