import type { Words } from "../en/en.ts";

export const sandbox: Words["sandbox"] = {
  intro:
    "Der simulierte Anbieter Ihrer Sandbox kann tun, was Anbieter falsch machen, damit Sie sehen, wie Ihr eigenes System das übersteht. Anrufe, Kampagnen und Webhooks eines Sandbox-Schlüssels laufen dann über ihn.",
  ownManners: "Der Simulator benimmt sich wie unten",
  noManners: "Der Simulator benimmt sich, wie der Betreiber der Installation es eingestellt hat",
  bindsSandbox:
    "Seine Manieren gelten nur für Anrufe der Sandbox, vom nächsten Anruf an. Dieselbe Nummer hat beim selben Versuch dasselbe Schicksal.",
  endManners: "Eigene Manieren beenden",
  requests: "Anfragen nach Anrufen",
  latency: "Antwortet nach (Millisekunden)",
  perSecond: "Drosselt oberhalb von (Anrufen je Sekunde)",
  requestShares: {
    throttled: "Mit 429 abgelehnt (Prozent)",
    lost_requests: "Kommen nie an (Prozent)",
    lost_answers: "Gewählt, aber die Antwort geht verloren (Prozent)",
    server_errors: "Mit 503 beantwortet (Prozent)",
  },
  callbacks: "Rückmeldungen",
  callbackShares: {
    lost: "Verloren (Prozent)",
    doubled: "Doppelt (Prozent)",
    reordered: "In anderer Reihenfolge (Prozent)",
    late: "Verspätet (Prozent)",
  },
  lateBy: "Verspätet um (Sekunden)",
  outage: "Ausfall",
  outageText: "Zwischen diesen Zeitpunkten antwortet der Anbieter nicht und meldet nichts.",
  outageFrom: "Von",
  outageTo: "Bis",
  people: "Wer annimmt",
  peopleText:
    "Gewichte: 3 für ein Ergebnis und 1 für ein anderes machen drei von vier Anrufen zum ersten. Leer: wie der Betreiber der Installation es eingestellt hat.",
  outcomes: {
    answered: "Angenommen",
    opted_out: "Nie wieder anrufen",
    voicemail: "Anrufbeantworter",
    no_answer: "Keine Antwort",
    busy: "Besetzt",
    rejected: "Abgewiesen",
    failed: "Fehlgeschlagen",
    invalid_number: "Nummer gibt es nicht",
  },
  least: { ring_seconds: "Klingelt mindestens (Sekunden)", talk_seconds: "Spricht mindestens (Sekunden)" },
  most: { ring_seconds: "Klingelt höchstens (Sekunden)", talk_seconds: "Spricht höchstens (Sekunden)" },
  keptPeople:
    "Ergebnisse Versuch für Versuch und Nummern, die anders laufen, wurden über die API gesetzt und bleiben, wie sie sind.",
};
