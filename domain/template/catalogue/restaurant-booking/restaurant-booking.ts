import type { TemplateInput } from "../../template.ts";

export const restaurantBooking: TemplateInput = {
  id: "restaurant-booking",
  version: "1.0.0",
  vertical: "hospitality",
  direction: "inbound",
  voice: { gender: "female" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Restaurant booking",
      summary: "Takes bookings of tables day and night, and answers questions about the house.",
      steps: [
        "Asks for day, time and number of guests",
        "Notes allergies",
        "Confirms the booking, or cancels an older one",
      ],
      compliance_notes: ["Allergies are health data: write them down only for the booking, and delete them with it."],
      variables: [
        { key: "business_name", question: "What is your restaurant called?", required: true, default: null },
        { key: "opening_hours", question: "When are you open?", required: true, default: null },
        { key: "address", question: "Where are you?", required: true, default: null },
        {
          key: "largest_party",
          question: "How many guests can be booked by telephone at most?",
          required: false,
          default: "8",
        },
      ],
      documents: [
        {
          key: "house",
          filename: "house.md",
          text: "# {{business_name}}\n\nAddress: {{address}}. Open: {{opening_hours}}.\n\nDogs are welcome on the terrace. There are high chairs for children. Vegetarian and vegan dishes are always on the menu. Tables are kept for 15 minutes.",
        },
      ],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["booked", "canceled", "too_large"],
      outline: {
        global:
          "You are {{agent_name}}, who answers the telephone at {{business_name}}, {{address}}. Open: {{opening_hours}}.",
        start: {
          name: "Welcome",
          greeting: "Welcome to {{business_name}}, this is {{agent_name}}. How can I help you?",
          prompt: "Find out whether the caller wants to book a table, cancel a booking, or has a question.",
          to: [
            { id: "books", to: "booking", label: "Book a table", condition: "The caller wants a reservation." },
            {
              id: "cancels",
              to: "canceled",
              label: "Cancel a booking",
              condition: "The caller cannot come and wants to cancel.",
            },
            {
              id: "large_party",
              to: "large",
              label: "Large party",
              condition: "More than {{largest_party}} guests, a wedding, a celebration.",
            },
          ],
        },
        steps: {
          booking: {
            name: "Booking",
            prompt: "Ask for the day, the time, the number of guests, and allergies.",
            extract: [
              { name: "day", type: "string", prompt: "The day" },
              { name: "time", type: "string", prompt: "The time" },
              { name: "guests", type: "number", prompt: "The number of guests" },
              { name: "allergy", type: "string", prompt: "Allergies, if there are any" },
            ],
            to: [
              {
                id: "booked",
                to: "confirmed",
                label: "Booking complete",
                condition: "Day, time and guests are known.",
              },
            ],
          },
        },
        ends: {
          confirmed: { name: "Confirmed", prompt: "Your table is booked. We look forward to seeing you. Goodbye." },
          canceled: { name: "Canceled", prompt: "Thank you for telling us, your booking is canceled. Goodbye." },
          large: {
            name: "Large party",
            prompt: "For so many guests the host calls you back today. Thank you and goodbye.",
          },
        },
      },
      conversations: [
        {
          title: "A table for two",
          turns: [
            { person: "I want to book a table.", takes: ["books"] },
            { person: "The day is Saturday, the time is seven, guests: 2, that is complete.", takes: ["booked"] },
          ],
          variables: { day: "Saturday", time: "seven", guests: 2 },
        },
        {
          title: "They cannot come",
          turns: [{ person: "I cannot come, please cancel a booking.", takes: ["cancels"] }],
          variables: {},
        },
        {
          title: "A wedding",
          turns: [{ person: "It is for a wedding celebration.", takes: ["large_party"] }],
          variables: {},
        },
      ],
    },
  ],
};
