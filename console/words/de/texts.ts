import type { Words } from "../en/en.ts";

export const texts: Words["texts"] = {
  intro: "Alle SMS an Personen und von ihnen, die neueste zuerst.",
  empty: "Noch keine SMS",
  emptyText:
    "Abläufe von Kampagnen und Agenten senden SMS, und Sie selbst auf der Seite einer Person. Antworten kommen hier an.",
  nothingFound: "Keine SMS ist so",
  when: "Wann",
  person: "Person",
  text: "Text",
  state: "Stand",
  number: "Ihre Nummer",
  direction: "Richtung",
  anyDirection: "Beide Richtungen",
  anyState: "Jeder Stand",
  anyNumber: "Jede Ihrer Nummern",
  anyCampaign: "Jede Kampagne",
  directions: { outbound: "An eine Person", inbound: "Von einer Person" },
  states: {
    queued: "Wird gesendet",
    unknown: "Unklar",
    sent: "Gesendet",
    delivered: "Zugestellt",
    failed: "Gescheitert",
    received: "Empfangen",
  },
  keywords: { stop: "Will keine mehr", start: "Will sie wieder", help: "Bittet um Hilfe" },
  removed: "Der Text wird nicht mehr aufbewahrt",
  hidden: "Etwas wurde ausgelassen",
  erased: "Gelöscht",
};
