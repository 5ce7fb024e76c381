import type { TemplateInput } from "../../template.ts";

export const orderStatus: TemplateInput = {
  id: "order-status",
  version: "1.0.0",
  vertical: "retail",
  direction: "inbound",
  voice: { gender: "female" },
  tools: [
    {
      key: "order_status",
      name: "Order status",
      description: "Looks an order up by its number and gives its state and its day of delivery.",
      definition: {
        type: "http_api",
        config: {
          method: "GET",
          url: "{{order_api_url}}",
          parameters: [{ name: "order_number", type: "string", description: "The number of the order" }],
        },
      },
      credential: {
        name: "Order system",
        why: "The agent looks orders up in your shop's system and needs its access token.",
      },
    },
  ],
  texts: [
    {
      language: "en-US",
      name: "Order status",
      summary: "Answers calls about orders: looks them up, tells the state, takes complaints.",
      steps: [
        "Asks for the number of the order",
        "Looks it up in your system",
        "Tells the state, or takes a complaint",
      ],
      compliance_notes: [
        "Tell nothing about an order but its state: the number alone does not prove who is calling.",
        "Never take card numbers on the telephone.",
      ],
      variables: [
        { key: "business_name", question: "What is your shop called?", required: true, default: null },
        {
          key: "order_api_url",
          question: "Which address answers with an order's state? It is asked with ?order_number=…",
          required: true,
          default: null,
        },
      ],
      documents: [
        {
          key: "returns",
          filename: "returns.md",
          text: "# Returns at {{business_name}}\n\nOrders can be returned within 30 days, unused and in their packaging. The refund arrives within 14 days after the parcel.\n\nDamaged goods are replaced free of charge; a photo helps.",
        },
      ],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["answered", "complaint", "not_found"],
      outline: {
        global:
          "You are {{agent_name}}, who takes calls for {{business_name}}. You tell only what the order system says.",
        start: {
          name: "Reason of the call",
          greeting: "Hello, this is {{agent_name}} of {{business_name}}. How can I help you?",
          prompt: "Find out whether it is about an order, and look it up by its number.",
          extract: [{ name: "order_number", type: "string", prompt: "The number of the order" }],
          tools: ["order_status"],
          to: [
            {
              id: "answered",
              to: "goodbye",
              label: "All said",
              condition: "The caller thanks and has no further question.",
            },
            {
              id: "complains",
              to: "complaint",
              label: "Complaint",
              condition: "Something is broken, missing or wrong.",
            },
          ],
        },
        steps: {
          complaint: {
            name: "Complaint",
            prompt: "Say that you are sorry. Ask what is wrong, and whether a replacement or the money is wanted.",
            extract: [{ name: "wish", type: "string", prompt: "replacement or refund" }],
            to: [
              {
                id: "noted",
                to: "complaint_noted",
                label: "Complaint noted",
                condition: "The caller has said what they wish.",
              },
            ],
          },
        },
        ends: {
          goodbye: { name: "Goodbye", prompt: "You are welcome. Goodbye." },
          complaint_noted: {
            name: "Noted",
            prompt: "I have written it down, and a colleague will write to you today. Goodbye.",
          },
        },
      },
      conversations: [
        {
          title: "Where an order is",
          turns: [
            { person: "What is my order status? My order number is A4711.", takes: [] },
            { person: "Thanks, no further question.", takes: ["answered"] },
          ],
          variables: { order_number: "A4711" },
          tools: ["order_status"],
        },
        {
          title: "Something is broken",
          turns: [
            { person: "I have a complaint, it arrived broken.", takes: ["complains"] },
            { person: "My wish is replacement, please.", takes: ["noted"] },
          ],
          variables: { wish: "replacement" },
        },
        { title: "Nothing else", turns: [{ person: "All said, thanks.", takes: ["answered"] }], variables: {} },
      ],
    },
  ],
};
