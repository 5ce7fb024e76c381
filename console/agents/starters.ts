import type { AgentDefinition } from "../api/routes.ts";

const node = (id: string, type: string, y: number, data: Record<string, unknown>) => ({
  id,
  type,
  position: { x: 0, y },
  data,
});
const edge = (source: string, target: string, label: string, condition: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { label, condition },
});

const reminder: AgentDefinition = {
  nodes: [
    node("start", "startCall", 0, {
      name: "Greeting",
      greeting: "Hello {{name}}, this is a reminder of your appointment tomorrow.",
      prompt: "Greet the person by name, remind them of tomorrow's appointment and answer short questions.",
      allow_interrupt: true,
    }),
    node("end", "endCall", 180, { name: "Goodbye", prompt: "Say goodbye." }),
  ],
  edges: [edge("start", "end", "Done", "Nothing is left to say.")],
};

const survey: AgentDefinition = {
  nodes: [
    node("start", "startCall", 0, {
      name: "Greeting",
      greeting: "Hello {{name}}, do you have a minute for two questions?",
      prompt: "Ask whether the person has a minute for two questions about their last visit.",
      allow_interrupt: true,
    }),
    node("questions", "agentNode", 180, {
      name: "Questions",
      prompt: "Ask how satisfied the person was, from one to five, and what could be better.",
      allow_interrupt: true,
      extraction_enabled: true,
      extraction_variables: [
        { name: "rating", type: "number", prompt: "How satisfied they were, from 1 to 5" },
        { name: "wish", type: "string", prompt: "What could be better" },
      ],
    }),
    node("end", "endCall", 360, { name: "Goodbye", prompt: "Thank them and say goodbye." }),
  ],
  edges: [
    edge("start", "questions", "Has time", "The person has a minute."),
    edge("start", "end", "No time", "The person has no time or does not want to answer."),
    edge("questions", "end", "Answered", "Both questions are answered."),
  ],
};

const reception: AgentDefinition = {
  nodes: [
    node("start", "startCall", 0, {
      name: "Greeting",
      greeting: "Hello, how can I help you?",
      prompt: "Find out what the caller needs.",
      allow_interrupt: true,
    }),
    node("booking", "agentNode", 180, {
      name: "Booking",
      prompt: "Ask for the day and time that suit the caller, and repeat them.",
      allow_interrupt: true,
      extraction_enabled: true,
      extraction_variables: [{ name: "day", type: "string", prompt: "The day and time of the appointment" }],
    }),
    node("end", "endCall", 360, { name: "Goodbye", prompt: "Thank them for calling and say goodbye." }),
  ],
  edges: [
    edge("start", "booking", "Appointment", "The caller wants an appointment."),
    edge("start", "end", "Nothing else", "The caller needs nothing else."),
    edge("booking", "end", "Booked", "The appointment is settled."),
  ],
};

export const STARTERS = { reminder, survey, reception } as const;
export type Starter = keyof typeof STARTERS;
