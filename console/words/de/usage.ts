import type { Words } from "../en/en.ts";

export const usage: Words["usage"] = {
  report: "Bericht als CSV",
  calls: "Anrufe",
  talk: "Gesprächszeit",
  cost: "Kosten",
  tokens: "Tokens",
  tokensBelow: "Von Sprachmodellen, in diesem Monat",
  thisMonth: "Dieser Monat",
  month: "Dieser Monat, Tag für Tag",
  measure: "Gezeigt",
  measures: { cost: "Kosten", calls: "Anrufe", minutes: "Minuten" },
  nothingYet: "In diesem Monat noch nichts davon.",
  byDay: "Tag für Tag",
  day: "Tag",
  budget: "Budget für ausgehende Anrufe",
  aDay: "Am Tag",
  aMonth: "Im Monat",
  noLimit: (span) => `${span}: keine Grenze`,
  spentOf: (span, spent, limit) => `${span}: ${spent} von ${limit} ausgegeben`,
  budgetHint: "Leer: keine Grenze. Ist ein Budget verbraucht, warten Anrufe, bis es sich erneuert.",
  currency: "Währung",
};
