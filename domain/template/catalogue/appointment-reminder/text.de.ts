import type { TemplateTextInput } from "../../template.ts";

export const german: TemplateTextInput = {
  language: "de-DE",
  name: "Terminerinnerung",
  summary: "Ruft vor einem Termin an, bestätigt ihn oder findet einen anderen Tag.",
  steps: [
    "Sagt, wer anruft und um welchen Termin es geht",
    "Bestätigt, verschiebt oder streicht ihn",
    "Notiert den neuen Tag und verabschiedet sich",
  ],
  compliance_notes: [
    "Nichts über den Anlass des Termins sagen: Jemand anderes könnte am Telefon sein.",
    "Nur Menschen anrufen, die ihre Nummer für Erinnerungen gegeben haben, und aufhören, wenn sie es wünschen.",
  ],
  variables: [
    { key: "business_name", question: "Wie heißt Ihre Praxis oder Ihr Betrieb?", required: true, default: null },
    {
      key: "office_hours",
      question: "Wann haben Sie geöffnet?",
      required: false,
      default: "Montag bis Freitag von neun bis siebzehn Uhr",
    },
    {
      key: "appointment_time",
      question: "Wann ist der Termin, wenn der Kontakt es nicht sagt?",
      required: false,
      default: "demnächst",
    },
  ],
  documents: [],
  disclosure: "Guten Tag, hier spricht ein künstlicher Assistent, und dieses Gespräch wird aufgezeichnet.",
  dispositions: ["confirmed", "moved", "canceled", "wrong_person"],
  outline: {
    global:
      "Du bist {{agent_name}} von {{business_name}}. Du bist freundlich und fasst dich kurz. Sage nie, wofür der Termin ist. " +
      "Öffnungszeiten: {{office_hours}}.",
    start: {
      name: "Erinnerung",
      greeting:
        "Guten Tag, hier ist {{agent_name}} von {{business_name}}. Es geht um Ihren Termin {{appointment_time}}. Kommen Sie?",
      prompt: "Finde heraus, ob die Person zum Termin kommt.",
      to: [
        { id: "confirmed", to: "goodbye", label: "Bestätigt", condition: "Ja, die Person kommt gern zum Termin." },
        { id: "moves", to: "new_day", label: "Anderer Tag", condition: "Die Person möchte den Termin verschieben." },
        { id: "cancels", to: "canceled", label: "Absagen", condition: "Die Person braucht den Termin nicht mehr." },
      ],
    },
    steps: {
      new_day: {
        name: "Anderer Tag",
        prompt: "Frage, welcher Tag innerhalb der Öffnungszeiten passt. Sage, dass der neue Tag noch bestätigt wird.",
        extract: [{ name: "new_day", type: "string", prompt: "Der gewünschte Tag" }],
        to: [{ id: "moved", to: "goodbye", label: "Tag gewählt", condition: "Die Person hat den neuen Tag genannt." }],
      },
    },
    ends: {
      goodbye: { name: "Abschied", prompt: "Vielen Dank. Wir freuen uns auf Sie. Auf Wiederhören." },
      canceled: { name: "Abgesagt", prompt: "Danke für die Nachricht. Der Termin ist gestrichen. Auf Wiederhören." },
    },
  },
  conversations: [
    { title: "Sie kommen", turns: [{ person: "Ja, ich komme gern.", takes: ["confirmed"] }], variables: {} },
    {
      title: "Sie kommen an einem anderen Tag",
      turns: [
        { person: "Ich muss ihn verschieben.", takes: ["moves"] },
        { person: "Neuer Tag, new_day: Freitag.", takes: ["moved"] },
      ],
      variables: { new_day: "Freitag" },
    },
    { title: "Sie kommen nicht", turns: [{ person: "Ich muss leider absagen.", takes: ["cancels"] }], variables: {} },
  ],
};
