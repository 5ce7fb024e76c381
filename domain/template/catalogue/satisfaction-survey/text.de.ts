import type { TemplateTextInput } from "../../template.ts";

export const german: TemplateTextInput = {
  language: "de-DE",
  name: "Zufriedenheitsumfrage",
  summary: "Fragt Kunden nach einer Note von 0 bis 10, und unzufriedene nach dem Grund.",
  steps: [
    "Fragt, ob es gerade passt",
    "Fragt nach einer Note von 0 bis 10",
    "Fragt Unzufriedene nach dem Grund und bietet einen Rückruf an",
  ],
  compliance_notes: [
    "In einer Umfrage nichts verkaufen: Sonst wäre der Anruf Werbung, für die andere Regeln gelten.",
    "Ein Nein sofort annehmen.",
  ],
  variables: [
    { key: "business_name", question: "Wie heißt Ihr Betrieb?", required: true, default: null },
    { key: "survey_topic", question: "Worum geht es in der Umfrage?", required: true, default: null },
  ],
  documents: [],
  disclosure: "Guten Tag, hier spricht ein künstlicher Assistent, und dieses Gespräch wird aufgezeichnet.",
  dispositions: ["answered_all", "declined", "unhappy"],
  outline: {
    global:
      "Du bist {{agent_name}} von {{business_name}} und fragst nach {{survey_topic}}. Du widersprichst nie und verkaufst nichts.",
    start: {
      name: "Vorstellung",
      greeting:
        "Guten Tag, hier ist {{agent_name}} von {{business_name}}. Darf ich Ihnen zwei kurze Fragen zu {{survey_topic}} stellen?",
      prompt: "Finde heraus, ob die Person eine Minute für zwei Fragen hat.",
      to: [
        { id: "agrees", to: "score", label: "Einverstanden", condition: "Ja, die Person antwortet gerne." },
        { id: "declines", to: "declined", label: "Lehnt ab", condition: "Nein, keine Zeit." },
      ],
    },
    steps: {
      score: {
        name: "Note",
        prompt: "Frage, wie wahrscheinlich die Person uns empfiehlt, von 0 bis 10.",
        extract: [{ name: "score", type: "number", prompt: "Die Note von 0 bis 10" }],
        to: [
          { id: "happy", to: "thanks", label: "Gute Note", condition: "Sieben oder mehr." },
          { id: "unhappy", to: "reason", label: "Schlechte Note", condition: "Sechs oder weniger." },
        ],
      },
      reason: {
        name: "Grund",
        prompt: "Frage, was schlecht war und ob jemand zurückrufen soll.",
        extract: [{ name: "call_back", type: "boolean", prompt: "Ob jemand zurückrufen soll" }],
        to: [{ id: "told", to: "thanks", label: "Grund genannt", condition: "Der Grund ist gesagt." }],
      },
    },
    ends: {
      thanks: { name: "Dank", prompt: "Vielen Dank für Ihre Antworten. Auf Wiederhören." },
      declined: { name: "Abgelehnt", prompt: "Kein Problem. Einen schönen Tag noch. Auf Wiederhören." },
    },
  },
  conversations: [
    {
      title: "Eine zufriedene Kundin",
      turns: [
        { person: "Ja, gerne.", takes: ["agrees"] },
        { person: "Eine gute Note: 9.", takes: ["happy"] },
      ],
      variables: { score: 9 },
    },
    {
      title: "Ein unzufriedener Kunde",
      turns: [
        { person: "Ja, gerne.", takes: ["agrees"] },
        { person: "Eine schlechte Note: 3.", takes: ["unhappy"] },
        { person: "Der Grund ist die Wartezeit, call_back: yes.", takes: ["told"] },
      ],
      variables: { score: 3, call_back: true },
    },
    { title: "Jemand ohne Zeit", turns: [{ person: "Ich habe keine Zeit.", takes: ["declines"] }], variables: {} },
  ],
};
