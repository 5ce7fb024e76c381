import type { Words } from "../en/en.ts";

export const sandbox: Words["sandbox"] = {
  intro:
    "Der simulierte Anbieter Ihrer Sandbox kann tun, was Anbieter falsch machen, damit Sie sehen, wie Ihr eigenes System das übersteht. Anrufe, Kampagnen und Webhooks eines Sandbox-Schlüssels laufen dann über ihn.",
  ownManners: "Der Simulator verhält sich wie unten",
  noManners: "Der Simulator verhält sich, wie der Betreiber der Installation es eingestellt hat",
  bindsSandbox:
    "Sein Verhalten betrifft nur Anrufe der Sandbox, vom nächsten Anruf an. Dieselbe Nummer hat beim selben Versuch immer dasselbe Schicksal.",
  endManners: "Eigenes Verhalten aufheben",
  requests: "Anfragen nach Anrufen",
  latency: "Antwortet nach (Millisekunden)",
  perSecond: "Drosselt oberhalb von (Anrufe je Sekunde)",
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
  people: "Wer drangeht, und wie",
  peopleText:
    "Gewichte: Mit 3 für ein Ergebnis und 1 für ein anderes enden drei von vier Anrufen mit dem ersten. Leer: wie der Betreiber der Installation es eingestellt hat.",
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
