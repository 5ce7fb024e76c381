import type { TemplateInput } from "../../template.ts";

export const clinicIntake: TemplateInput = {
  id: "clinic-intake",
  version: "1.0.0",
  vertical: "healthcare",
  direction: "inbound",
  voice: { gender: "female" },
  tools: [],
  texts: [
    {
      language: "en-US",
      name: "Clinic intake",
      summary: "Takes the calls of a clinic: sends emergencies to the emergency number, and prepares first visits.",
      steps: [
        "Sends emergencies to the emergency number at once",
        "Writes down name, date of birth and the reason in a few words",
        "Says when the clinic calls back",
      ],
      compliance_notes: [
        "The agent gives no medical advice and makes no diagnosis.",
        "What callers say is health data: keep recordings only as long as you need them, and only where you may.",
        "Set the emergency number of your country: it is the first thing that an emergency hears.",
      ],
      variables: [
        { key: "business_name", question: "What is your clinic called?", required: true, default: null },
        { key: "emergency_number", question: "Which number is called in an emergency?", required: true, default: null },
        {
          key: "call_back_time",
          question: "When do you call back?",
          required: false,
          default: "by the end of the day",
        },
      ],
      documents: [],
      disclosure: "Hello, I am an artificial assistant, and this call is recorded.",
      dispositions: ["intake_done", "emergency", "existing_patient"],
      outline: {
        global:
          "You are {{agent_name}}, the artificial assistant of {{business_name}}. You give no medical advice. When anything sounds " +
          "like an emergency you say at once: hang up and call {{emergency_number}}.",
        start: {
          name: "Welcome",
          greeting:
            "This is {{agent_name}}, the artificial assistant of {{business_name}}. If this is an emergency, hang up and call {{emergency_number}}. How can I help you?",
          prompt:
            "Find out whether it is an emergency, a first visit, or a question of somebody who is a patient already.",
          to: [
            {
              id: "emergency",
              to: "emergency_end",
              label: "Emergency",
              condition: "Chest pain, bleeding, trouble breathing, danger.",
            },
            {
              id: "first_visit",
              to: "intake",
              label: "First visit",
              condition: "The caller is new and wants an appointment.",
            },
            {
              id: "patient",
              to: "call_back",
              label: "Patient already",
              condition: "The caller has been here before and has a question.",
            },
          ],
        },
        steps: {
          intake: {
            name: "Intake",
            prompt: "Ask for the name, the date of birth, and the reason in a few words.",
            extract: [
              { name: "last_name", type: "string", prompt: "The last name" },
              { name: "date_of_birth", type: "string", prompt: "The date of birth" },
              { name: "reason", type: "string", prompt: "The reason in a few words" },
            ],
            to: [
              {
                id: "complete",
                to: "call_back",
                label: "Intake complete",
                condition: "Name, birth and reason are known.",
              },
            ],
          },
        },
        ends: {
          emergency_end: { name: "Emergency", prompt: "Please hang up now and call {{emergency_number}}." },
          call_back: { name: "Call back", prompt: "Thank you. The clinic calls you back {{call_back_time}}. Goodbye." },
        },
      },
      conversations: [
        {
          title: "A first visit",
          turns: [
            { person: "I am new and want an appointment.", takes: ["first_visit"] },
            {
              person: "My last name is Okafor, date of birth is 1990-04-02, the reason is headache.",
              takes: ["complete"],
            },
          ],
          variables: { last_name: "Okafor", date_of_birth: "1990-04-02", reason: "headache" },
        },
        {
          title: "An emergency",
          turns: [{ person: "I have chest pain and trouble breathing.", takes: ["emergency"] }],
          variables: {},
        },
        {
          title: "A patient",
          turns: [{ person: "I am a patient already with a question.", takes: ["patient"] }],
          variables: {},
        },
      ],
    },
  ],
};
