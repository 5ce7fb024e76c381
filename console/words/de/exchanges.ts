import type { Words } from "../en/en.ts";

/** The last try of a webhook's delivery. */
export const exchanges: Words["exchanges"] = {
  look: "Ansehen",
  exchange: (event) => `${event}: der letzte Versuch`,
  took: "Dauer",
  milliseconds: (count) => `${count} ms`,
  sentHeaders: "Gesendet an",
  sentBody: "Gesendet",
  answerBody: "Der Anfang der Antwort",
  emptyAnswer: "(leer)",
  noExchange: "Es gibt nichts zu zeigen",
  noExchangeText: "Es gab noch keinen Versuch, oder seine Worte werden nicht mehr aufbewahrt.",
};
