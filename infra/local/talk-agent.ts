/** The languages in which the agent of the first talk greets. */
export type TalkLanguage = "en" | "de";

/** Whoever opens the page has said nothing yet, so the greeting follows the language of the machine. */
export const chooseTalkLanguage = (environment: Readonly<Record<string, string | undefined>>): TalkLanguage =>
  (environment["LC_ALL"] || environment["LC_MESSAGES"] || environment["LANG"] || "").startsWith("de") ? "de" : "en";

const GREETINGS: Readonly<Record<TalkLanguage, string>> = {
  en: "Hello, this is Mira, an artificial voice on this computer. What would you like to know? Deutsch geht auch.",
  de: "Guten Tag, hier ist Mira, eine künstliche Stimme auf diesem Rechner. Was möchten Sie wissen? English is fine too.",
};

const ENDS =
  'The person says goodbye or wants to end: "that is all", "that was all", "that\'s all", "hang up", "I am done", "das war alles", "das wäre alles", "auflegen", "mehr will ich nicht".';
const VARIABLES = {
  en: [
    { name: "day", type: "string", prompt: "The day of the appointment" },
    { name: "time", type: "string", prompt: "The time of the appointment" },
    { name: "name", type: "string", prompt: "The person's name" },
  ],
  de: [
    { name: "day", type: "string", prompt: "Der Tag des Termins" },
    { name: "time", type: "string", prompt: "Die Uhrzeit des Termins" },
    { name: "name", type: "string", prompt: "Der Name der Person" },
  ],
};

const node = (id: string, type: string, data: Record<string, unknown>) => ({
  id,
  type,
  position: { x: 0, y: 0 },
  data,
});
interface EdgeData {
  label: string;
  condition: string;
  transition_speech?: string;
}
const edge = (source: string, target: string, data: EdgeData) => ({
  id: `${source}-${target}`,
  source,
  target,
  data,
});

const booking = (language: TalkLanguage, name: string, prompt: string) =>
  node(`booking-${language}`, "agentNode", {
    name,
    prompt,
    allow_interrupt: true,
    ask_people: true,
    extraction_enabled: true,
    extraction_variables: VARIABLES[language],
  });

/**
 * The agent of the first talk. It is written for the stand-in model, which finds its way by the examples of the conditions, and
 * a real model understands it as well.
 */
export const buildTalkAgent = (language: TalkLanguage) => ({
  name: "Mira",
  workflow_configurations: { language: language === "de" ? "de-DE" : "en-US", max_user_idle_timeout: 60 },
  workflow_definition: {
    nodes: [
      questions("start", "startCall", { name: "Greeting", greeting: GREETINGS[language] }),
      // Nothing leads back to a start.
      questions("questions", "agentNode", { name: "Questions" }),
      booking(
        "en",
        "Appointment",
        "Ask for the day, the time and the name, one after another. Say them back, and ask whether that is right.",
      ),
      booking(
        "de",
        "Termin",
        "Frage nach Tag, Uhrzeit und Namen, nacheinander. Wiederhole sie und frage, ob das richtig ist.",
      ),
      node("end", "endCall", { name: "Goodbye", prompt: "Say goodbye." }),
    ],
    edges: [
      ...edgesOfQuestions("start"),
      ...edgesOfQuestions("questions"),
      ...edgesOfBooking("en"),
      ...edgesOfBooking("de"),
    ],
  },
});

const questions = (id: string, type: string, data: { name: string; greeting?: string }) =>
  node(id, type, {
    ...data,
    prompt:
      "You are Mira, an artificial voice on this computer. Answer questions about Ringdown from the documents, in the person's language, in one or two sentences. Say that you do not know what they do not tell.",
    allow_interrupt: true,
    ask_people: true,
  });

const edgesOfQuestions = (source: string) => [
  edge(source, "booking-en", {
    label: "Appointment",
    condition:
      'The person wants an appointment: "an appointment", "book a time", "schedule a meeting", "make a booking", "book a meeting".',
    transition_speech: "With pleasure. We make it up, to try it out: nobody will come.",
  }),
  edge(source, "booking-de", {
    label: "Termin",
    condition:
      'Die Person möchte einen Termin: "einen Termin", "Termin vereinbaren", "Termin machen", "Termin buchen", "ein Treffen".',
    transition_speech: "Gern. Wir erfinden ihn zum Ausprobieren: Es kommt niemand.",
  }),
  edge(source, "end", { label: "Done", condition: ENDS }),
];

const BOOKED: Readonly<Record<TalkLanguage, { confirmed: EdgeData; not: EdgeData }>> = {
  en: {
    confirmed: { label: "Confirmed", condition: "Day, time and name are known, and the person has confirmed them." },
    not: {
      label: "Never mind",
      condition:
        'The person wants no appointment after all: "no appointment", "forget it", "cancel", "changed my mind".',
    },
  },
  de: {
    confirmed: {
      label: "Bestätigt",
      condition: "Tag, Uhrzeit und Name sind bekannt, und die Person hat sie bestätigt.",
    },
    not: {
      label: "Doch nicht",
      condition:
        'Die Person möchte doch keinen Termin: "doch keinen Termin", "vergiss es", "vergessen Sie es", "abbrechen", "lieber nicht".',
    },
  },
};

const edgesOfBooking = (language: TalkLanguage) => {
  const source = `booking-${language}`;
  const { confirmed, not } = BOOKED[language];
  return [
    edge(source, "questions", confirmed),
    { ...edge(source, "questions", not), id: `${source}-never-mind` },
    edge(source, "end", { label: "Done", condition: ENDS }),
  ];
};
