import type { Words } from "../en/en.ts";

export const calendar: Words["calendar"] = {
  week: "Woche",
  month: "Monat",
  shown: "Gezeigt",
  earlier: "Früher",
  later: "Später",
  today: "Heute",
  nothing: "Nichts geplant",
  leftOff: "Es gibt mehr, als hier gezeigt wird.",
  closed: "Keine Anrufe",
  holiday: "Feiertag",
  dialling: "Kampagnen, die anrufen",
  noneDials: "Keine Kampagne läuft.",
  kinds: { starts: "beginnt", ends: "endet", occurrence: "ruft wieder an", call_backs: "gewünschte Anrufe" },
  onTheirClock: "auf der Uhr der Person",
};
