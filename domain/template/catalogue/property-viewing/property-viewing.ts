import type { TemplateInput } from "../../template.ts";

export const propertyViewing: TemplateInput = {
  id: "property-viewing",
  version: "1.0.0",
  vertical: "real_estate",
  direction: "inbound",
  voice: { gender: "male" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Property viewing",
      summary: "Answers calls about a property, tells what is in the listing, and arranges viewings.",
      steps: ["Answers questions from the listing", "Asks what the caller looks for", "Arranges a viewing"],
      compliance_notes: [
        "Treat every caller alike: do not ask for origin, religion, family or health (USA: Fair Housing Act).",
        "Tell only what the listing says; promise nothing about price or availability.",
      ],
      variables: [
        { key: "business_name", question: "What is your agency called?", required: true, default: null },
        { key: "property", question: "Which property is it?", required: true, default: null },
        { key: "listing", question: "What does the listing say?", required: true, default: null },
        {
          key: "viewing_days",
          question: "On which days are viewings?",
          required: false,
          default: "Thursday and Saturday",
        },
      ],
      documents: [
        {
          key: "listing",
          filename: "listing.md",
          text: "# {{property}}\n\n{{listing}}\n\nViewings: {{viewing_days}}.",
        },
      ],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["viewing", "information_only", "seller"],
      outline: {
        global:
          "You are {{agent_name}} of {{business_name}} and speak about {{property}}. You tell only what the listing says: {{listing}}",
        start: {
          name: "Interest",
          greeting: "Hello, this is {{agent_name}} of {{business_name}}. Are you calling about {{property}}?",
          prompt: "Answer questions about the property, and find out whether the caller wants to see it.",
          to: [
            { id: "views", to: "viewing", label: "Viewing", condition: "The caller wants to visit and see it." },
            { id: "sells", to: "seller", label: "Wants to sell", condition: "The caller owns a house and offers it." },
            { id: "informed", to: "goodbye", label: "Informed", condition: "The caller has heard enough, thanks." },
          ],
        },
        steps: {
          viewing: {
            name: "Viewing",
            prompt: "Offer {{viewing_days}}. Ask for the day, and for how many people want to live there.",
            extract: [
              { name: "viewing_day", type: "string", prompt: "The day" },
              { name: "people", type: "number", prompt: "How many people come to the viewing" },
            ],
            to: [{ id: "arranged", to: "see_you", label: "Viewing arranged", condition: "The viewing day is known." }],
          },
        },
        ends: {
          see_you: { name: "See you", prompt: "The viewing is noted, and you get the address by message. Goodbye." },
          seller: { name: "Seller", prompt: "Thank you. A colleague calls you back about your house. Goodbye." },
          goodbye: { name: "Goodbye", prompt: "Thank you for calling. Goodbye." },
        },
      },
      conversations: [
        {
          title: "A viewing",
          turns: [
            { person: "I want to visit and see it.", takes: ["views"] },
            { person: "My viewing day is Saturday, people: 2.", takes: ["arranged"] },
          ],
          variables: { viewing_day: "Saturday", people: 2 },
        },
        {
          title: "Somebody who sells",
          turns: [{ person: "My family owns a house and wants to sell.", takes: ["sells"] }],
          variables: {},
        },
        {
          title: "Only a question",
          turns: [{ person: "I have heard enough, thanks.", takes: ["informed"] }],
          variables: {},
        },
      ],
    },
  ],
};
