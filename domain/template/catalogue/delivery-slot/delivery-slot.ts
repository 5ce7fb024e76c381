import type { TemplateInput } from "../../template.ts";

export const deliverySlot: TemplateInput = {
  id: "delivery-slot",
  version: "1.0.0",
  vertical: "logistics",
  direction: "outbound",
  voice: { gender: "male" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Delivery slot",
      summary: "Agrees on a time for a delivery, or on a place where the parcel may be left.",
      steps: [
        "Says that a delivery is coming",
        "Offers the times that there are",
        "Writes down the time, or the safe place",
      ],
      compliance_notes: ["Do not say what is in the parcel: it may be a present, or nobody's business."],
      variables: [
        { key: "business_name", question: "Who delivers?", required: true, default: null },
        { key: "slots", question: "Which times do you offer?", required: false, default: "morning or afternoon" },
      ],
      documents: [],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["slot_agreed", "safe_place", "refused"],
      outline: {
        global: "You are {{agent_name}} of {{business_name}} and arrange deliveries. Times on offer: {{slots}}.",
        start: {
          name: "Delivery",
          greeting:
            "Hello, this is {{agent_name}} of {{business_name}}. We have a delivery for you tomorrow, {{slots}}. Will you be at home?",
          prompt: "Find out whether the person will be at home, and in which of the times.",
          extract: [{ name: "slot", type: "string", prompt: "The time that suits" }],
          to: [
            {
              id: "agreed",
              to: "confirmed",
              label: "Time agreed",
              condition: "The person is at home and names the slot.",
            },
            {
              id: "away",
              to: "safe_place",
              label: "Away",
              condition: "Nobody will be there, the person is out.",
            },
            { id: "refused", to: "refusal_noted", label: "Refuses", condition: "The person does not want the parcel." },
          ],
        },
        steps: {
          safe_place: {
            name: "Safe place",
            prompt: "Ask where the parcel may be left: a neighbour, a garage, a shop.",
            extract: [{ name: "place", type: "string", prompt: "Where the parcel may be left" }],
            to: [{ id: "placed", to: "confirmed", label: "Place named", condition: "The person has named the place." }],
          },
        },
        ends: {
          confirmed: { name: "Confirmed", prompt: "Thank you, that is noted for the driver. Goodbye." },
          refusal_noted: { name: "Refused", prompt: "I have noted it, and the parcel goes back. Goodbye." },
        },
      },
      conversations: [
        {
          title: "At home",
          turns: [{ person: "I am at home, my slot is morning.", takes: ["agreed"] }],
          variables: { slot: "morning" },
        },
        {
          title: "Away",
          turns: [
            { person: "Nobody will be there.", takes: ["away"] },
            { person: "The place is garage.", takes: ["placed"] },
          ],
          variables: { place: "garage" },
        },
        { title: "Refused", turns: [{ person: "I do not want the parcel.", takes: ["refused"] }], variables: {} },
      ],
    },
  ],
};
