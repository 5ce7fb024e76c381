import type { TemplateTextInput } from "../../template.ts";

export const english: TemplateTextInput = {
  language: "en-US",
  name: "Appointment reminder",
  summary: "Calls patients and clients before their appointment, confirms it, or finds another day.",
  steps: [
    "Says who is calling and which appointment it is about",
    "Confirms, moves or cancels it",
    "Writes down the new day and says goodbye",
  ],
  compliance_notes: [
    "Say nothing about the reason of the appointment: somebody else may have picked up the telephone.",
    "Call only people who have given their number for reminders, and stop when they ask for it.",
  ],
  variables: [
    { key: "business_name", question: "What is your practice or business called?", required: true, default: null },
    { key: "office_hours", question: "When are you open?", required: false, default: "Monday to Friday, nine to five" },
    {
      key: "appointment_time",
      question: "When is the appointment, if the contact does not say it?",
      required: false,
      default: "in the next days",
    },
  ],
  documents: [],
  disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
  dispositions: ["confirmed", "moved", "canceled", "wrong_person"],
  outline: {
    global:
      "You are {{agent_name}} of {{business_name}}. You are friendly and brief. Never say what the appointment is for. " +
      "Office hours: {{office_hours}}.",
    start: {
      name: "Reminder",
      greeting:
        "Hello, this is {{agent_name}} of {{business_name}}. I am calling about your appointment {{appointment_time}}. Will you come?",
      prompt: "Find out whether the person will come to the appointment.",
      to: [
        {
          id: "confirmed",
          to: "goodbye",
          label: "Confirms",
          condition: "Yes, the person will come to the appointment.",
        },
        {
          id: "moves",
          to: "new_day",
          label: "Another day",
          condition: "The person wants to reschedule to a different time.",
        },
        {
          id: "cancels",
          to: "canceled",
          label: "Cancel",
          condition: "The person does not want the appointment any more.",
        },
      ],
    },
    steps: {
      new_day: {
        name: "Another day",
        prompt: "Ask which day suits the person, within the office hours. Say that the practice confirms the new day.",
        extract: [{ name: "new_day", type: "string", prompt: "The day that the person would like" }],
        to: [{ id: "moved", to: "goodbye", label: "Day chosen", condition: "The person has named the new day." }],
      },
    },
    ends: {
      goodbye: { name: "Goodbye", prompt: "Thank you. We look forward to seeing you. Goodbye." },
      canceled: { name: "Canceled", prompt: "Thank you for telling us. The appointment is canceled. Goodbye." },
    },
  },
  conversations: [
    { title: "They come", turns: [{ person: "Yes, I will come.", takes: ["confirmed"] }], variables: {} },
    {
      title: "They come on another day",
      turns: [
        { person: "I have to reschedule, another day please.", takes: ["moves"] },
        { person: "My new day is Friday.", takes: ["moved"] },
      ],
      variables: { new_day: "Friday" },
    },
    { title: "They do not come", turns: [{ person: "Please cancel it.", takes: ["cancels"] }], variables: {} },
  ],
};
