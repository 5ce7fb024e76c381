import type { Words } from "../en/en.ts";

export const letIn: Words["letIn"] = {
  pageTitle: "Ein Programm einlassen",
  nobodyAsks: "Kein Programm bittet um Einlass",
  nobodyAsksText:
    "Ein Programm, das über MCP mit Ringdown arbeiten soll, etwa ein Assistent, öffnet diese Seite selbst. Eingelassene Programme stehen auf der Seite Ihres Kontos und bei den API-Schlüsseln und werden dort gestoppt.",
  title: (client, ours) => `${client} bei ${ours} einlassen?`,
  unchecked: (client) =>
    `Es nennt sich ${client}, und niemand hat das geprüft. Nur weitermachen, wenn Sie es gerade selbst gestartet haben.`,
  goesHere: (address) => `Der Zugang geht an ein Programm auf diesem Rechner (${address}).`,
  goesTo: (host) => `Der Zugang geht an ${host}.`,
  whatItMay: "Was es darf",
  role: "Höchstens als",
  roleHint: "Es darf nie mehr als Sie und legt keine Schlüssel an.",
  liveHint: "Im Echtbetrieb ruft es wirkliche Menschen an, nachdem es gesagt hat, wie viele und für wie viel.",
  notLiveHint: "Dieser Server hält Programme im Sandkasten: niemand wird angerufen.",
  days: "Für",
  daysHint:
    "Danach muss es wieder fragen. Früher stoppen Sie es auf der Seite Ihres Kontos, Verwalter auch bei den API-Schlüsseln.",
  dayCount: (days) => (days === 1 ? "1 Tag" : `${days} Tage`),
  yes: "Einlassen",
  no: "Nein",
  program: "Ein Programm, das sich angemeldet hat",
  own: "Programme, die Sie eingelassen haben",
  stop: "Stoppen",
  stopped: "Das Programm ist gestoppt",
  asRole: (role) => `höchstens als ${role}`,
};
