import type { Words } from "../en/en.ts";

export const supervision: Words["supervision"] = {
  title: "Dieses Gespräch begleiten",
  text: "Hören Sie beide Seiten mit, flüstern Sie dem Agenten etwas zu, das die Person nicht hört, oder sprechen Sie an seiner Stelle. Im Verlauf steht, dass Sie es getan haben.",
  listen: "Mithören",
  youListen: "Sie hören mit.",
  youHaveIt: "Sie führen das Gespräch: Der Agent schweigt, und die Person hört Sie.",
  takenByOther: "Jemand anderes hat dieses Gespräch übernommen.",
  noSound: "Der Ton dieses Gesprächs läuft nicht über die Plattform: Lesen Sie unten mit.",
  inWriting: "Die Person hört, was Sie schreiben, mit der Stimme des Agenten.",
  noTakeOver:
    "Dieses Gespräch lässt sich nicht übernehmen: Der Agent wird um jede Antwort einzeln gebeten. Flüstern Sie ihm stattdessen zu.",
  noMicrophone:
    "Es gibt kein Mikrofon, oder diese Seite darf es nicht benutzen. Was Sie schreiben, spricht die Stimme des Agenten.",
  whisperLabel: "Nur für den Agenten",
  whisper: "Zuflüstern",
  whispered: "Der Agent richtet sich in seinen nächsten Worten danach",
  takeOver: "Übernehmen",
  sayLabel: "Für die Person, mit der Stimme des Agenten",
  say: "Sagen",
  handBack: "An den Agenten zurückgeben",
  endCall: "Gespräch beenden",
  leave: "Nicht mehr mithören",
  supervisor: "Supervisor",
  whisperer: "Dem Agenten zugeflüstert",
};
