import type { TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";

/** An event as the platform writes it, with all of its fields, and what it is in German. */
export interface GermanEvent {
  kind: TimelineKind;
  payload: object;
  german: string;
}

/** Events of one kind, of which each has a word in the same field: what they are in German, by that word. */
const each = (kind: TimelineKind, field: string, sentences: Readonly<Record<string, string>>): GermanEvent[] =>
  Object.entries(sentences).map(([word, german]) => ({ kind, payload: { [field]: word }, german }));

/** What an event is about stands behind the colon of the API's own sentence. */
export const SUBJECT = "Darf ich?";

export const GERMAN_EVENTS: readonly GermanEvent[] = [
  ...each("message", "follow_up", {
    message: `Der Person wurde eine Antwort versprochen zu: ${SUBJECT}`,
    call: `Der Person wurde ein Anruf versprochen, der nicht gemacht wird, zu: ${SUBJECT}`,
  }),
  ...each("call_started", "provider", { simulator: "Der Anbieter hat den Anruf angenommen" }),
  ...each("call_started", "direction", { inbound: "Ein Anruf kam herein" }),
  ...each("call_started", "mode", { smallwebrtc: "Jemand ist dem Gespräch im Browser beigetreten" }),
  {
    kind: "call_ended",
    payload: { outcome: "no_answer", attempt: 1 },
    german: "Der Anruf ist zu Ende: Keine Antwort",
  },
  { kind: "call_ended", payload: { outcome: "canceled" }, german: "Abgebrochen, bevor gewählt wurde" },
  {
    kind: "call_ended",
    payload: { outcome: "answered", end_reason: "user_idle", mode: "textchat" },
    german: "Das Gespräch in Text ist zu Ende: Die Person hat nichts gesagt",
  },
  {
    kind: "call_ended",
    payload: { outcome: "canceled", end_reason: "not_joined", mode: "smallwebrtc" },
    german: "Das Gespräch im Browser ist zu Ende: Niemand ist beigetreten",
  },
  {
    kind: "call_ended",
    payload: { outcome: "missed", reason: "out_of_concurrency" },
    german: "Ein Anruf wurde verpasst: Alle Leitungen waren belegt",
  },
  ...each("outcome", "outcome", { busy: "Ergebnis: Besetzt" }),
  ...each("question", "text", { "Darf ich?": "Fragt: Darf ich?" }),
  ...each("decision", "choice", { Ja: "Antwort: Ja" }),
  {
    kind: "action_proposed",
    payload: { tool_name: "Book", summary: "ein Tisch" },
    german: "Möchte Book benutzen: ein Tisch",
  },
  ...each("action_settled", "decision", {
    confirmed: `Bestätigt: ${SUBJECT}`,
    declined: `Abgelehnt: ${SUBJECT}`,
    undo: `Zurückgenommen: ${SUBJECT}`,
  }),
  ...each("action_settled", "action", {
    done: `Ausgeführt: ${SUBJECT}`,
    failed: `Es ist gescheitert: ${SUBJECT}`,
    unknown: `Es wurde abgeschickt, was daraus wurde, ist unbekannt: ${SUBJECT}`,
  }),
  ...each("action_settled", "compensation", {
    done: `Rückgängig gemacht: ${SUBJECT}`,
    failed: `Es ließ sich nicht rückgängig machen: ${SUBJECT}`,
    unknown: `Es sollte rückgängig gemacht werden, was daraus wurde, ist unbekannt: ${SUBJECT}`,
  }),
  ...each("edit_proposed", "reason", { "Besser so": "Eine Änderung wird vorgeschlagen: Besser so" }),
  ...each("edit_settled", "decision", {
    published: "Die Änderung wurde veröffentlicht",
    discarded: "Die Änderung wurde verworfen",
    publish: "Die Änderung wurde veröffentlicht",
    discard: "Die Änderung wurde verworfen",
  }),
  {
    kind: "secret_requested",
    payload: { name: "CRM", why: "Zum Suchen" },
    german: "Ein Schlüssel wird gebraucht: CRM. Zum Suchen",
  },
  { kind: "secret_provided", payload: {}, german: `Der Schlüssel wurde hinterlegt: ${SUBJECT}` },
  { kind: "deliverable", payload: { form: "review", score: 80 }, german: "Bewertet: 80 von 100" },
  ...each("deliverable", "title", { "Der Bericht": "Übergeben: Der Bericht" }),
  { kind: "document", payload: { version: 2 }, german: "Das Dokument hat sich geändert: Fassung 2" },
  ...each("system", "request", { expired: `Niemand hat rechtzeitig geantwortet: ${SUBJECT}` }),
  { kind: "system", payload: { call_back_run_id: 1 }, german: `Die Person wird zurückgerufen wegen: ${SUBJECT}` },
  { kind: "system", payload: { reply_to: 1 }, german: `Eine Nachricht blieb ohne Antwort: ${SUBJECT}` },
  ...each("system", "event", {
    webhook_delivered: `Der Webhook wurde zugestellt: ${SUBJECT}`,
    recording_lost: `Die Aufnahme ist nicht mehr verfügbar: ${SUBJECT}`,
    model_failed: `Das Sprachmodell ist ausgefallen: ${SUBJECT}`,
    models_failing: `Die Sprachmodelle fallen aus: ${SUBJECT}`,
    account_set_aside: `Ein Konto beim Anbieter wurde stillgelegt: ${SUBJECT}`,
    account_out: `Ein Konto beim Anbieter fällt aus, andere springen ein: ${SUBJECT}`,
    account_back: `Ein Konto beim Anbieter arbeitet wieder: ${SUBJECT}`,
    review: `Der Anruf ließ sich nicht bewerten: ${SUBJECT}`,
    restored: `Nach dem Einspielen einer Sicherung beendet: ${SUBJECT}`,
    pre_call_fetch_failed: `Der Anruf begann ohne das, was Ihr System über ihn weiß: ${SUBJECT}`,
    hang_up_asked: "Jemand hat verlangt, dass er endet",
    supervision_started: "Ein Supervisor hört mit",
    supervision_whispered: "Ein Supervisor hat dem Agenten etwas zugeflüstert",
    supervision_taken_over: "Ein Supervisor hat das Gespräch übernommen",
    supervision_ended: "Ein Supervisor hat das Gespräch verlassen",
    links_revoked: "Die Links zu Aufnahme und Gesprochenem wurden widerrufen",
    transfer_agent: "Ein anderer Agent übernimmt das Gespräch",
    keys_pressed: "Der Agent hat in einem Menü Tasten gedrückt",
    tool_music_played: "Während ein Werkzeug arbeitete, lief Musik",
    words_taken_back: "Die letzten Worte wurden zurückgenommen",
    transfer_requested: "Jemand wird angerufen, der das Gespräch annehmen soll; die Person wartet",
    transfer_briefing: "Die angerufene Person hat abgenommen und hört, worum es geht",
    transfer_accepted: "Die angerufene Person nimmt das Gespräch an",
    transfer_connected: "Die Person ist mit der angerufenen Person verbunden",
    transfer_no_answer: "Die angerufene Person nahm nicht ab",
    transfer_busy: "Bei der angerufenen Person ist besetzt",
    transfer_voicemail: "Statt der angerufenen Person antwortete eine Mailbox",
    transfer_declined: "Die angerufene Person nimmt das Gespräch nicht an",
    transfer_hung_up: "Die angerufene Person legte auf, bevor sie verbunden waren",
    transfer_refused: "Die Person darf nicht angerufen werden",
    transfer_failed: "Die Person konnte nicht angerufen werden",
    transfer_caller_left: "Die wartende Person legte auf, während jemand für sie angerufen wurde",
  }),
  {
    kind: "system",
    payload: { event: "webhook_failed", node_name: "CRM", fault: "404" },
    german: "Der Webhook ließ sich nicht zustellen: CRM. 404",
  },
];

/** The words of campaigns' decisions, with all of their fields, and what they are in German. */
export const GERMAN_DECISIONS: Readonly<Record<string, { details: object; german: string }>> = {
  created: { details: {}, german: "Die Kampagne wurde angelegt" },
  started: { details: {}, german: "Die Kampagne wurde begonnen" },
  paused: { details: {}, german: "Die Kampagne wurde angehalten" },
  resumed: { details: {}, german: "Die Kampagne wurde fortgesetzt" },
  canceled: { details: {}, german: `Die Kampagne wurde abgebrochen: ${SUBJECT}` },
  failed: { details: {}, german: `Von selbst angehalten: ${SUBJECT}` },
  command_refused: { details: {}, german: `Ein Befehl wurde abgelehnt: ${SUBJECT}` },
  consent_attested: { details: {}, german: "Es wurde bestätigt, dass diese Leute eingewilligt haben" },
  breaker_tripped: {
    details: { window_seconds: 60 },
    german: "Vom Schutzschalter angehalten: Zu viele Anrufe sind innerhalb von 60 Sekunden gescheitert",
  },
  version_stopped: {
    details: { version: 2, hits: 3, people: 90, others_hits: 30, others_people: 91 },
    german: "Der Wächter hat Version 2 angehalten: 3 von 90 mit ihr, 30 von 91 mit den anderen",
  },
  completed: { details: { answered: 1, total: 2 }, german: "Fertig: 1 von 2 Kontakten haben abgehoben" },
  snapshot_taken: { details: { total: 2, suppressed: 1 }, german: "2 Kontakte übernommen, 1 davon ausgenommen" },
  window_never_opens: {
    details: { suppressed: 2, timezone: "UTC" },
    german: "Für 2 Kontakte in UTC öffnet sich die Anrufzeit nie",
  },
  redialled: { details: { redialed_campaign_id: 7 }, german: "Wiederholt als Kampagne 7" },
  back_filled: { details: { back_fill_campaign_id: 7 }, german: "Nachgeholt als Kampagne 7" },
  variables_missing: {
    details: { variables: ["name"] },
    german: "Der Agent sagt {{name}}, wofür manche Kontakte keinen Wert haben",
  },
  waiting_for_budget: {
    details: {},
    german: "Das Budget lässt keinen weiteren Anruf zu, bis es erhöht wird",
  },
  updated: { details: { changed: ["name"] }, german: "Geändert: Name" },
  unscheduled: { details: {}, german: "Die Kampagne wurde wieder zum Entwurf" },
  occurred: {
    details: { occurrence_campaign_id: 7, at: "2026-12-01T10:00" },
    german: "Für 2026-12-01 10:00 wurde Kampagne 7 angelegt",
  },
  occurrence_left_out: {
    details: { at: "2026-12-24T10:00" },
    german: "Für 2026-12-24 10:00 wurde keine angelegt: Es ist ein Feiertag",
  },
  journey_changed: {
    details: { journey_version: 2, steps: [{ id: "text", do: "sms" }] },
    german: "Version 2 ihres Ablaufs hat einen Schritt",
  },
  journey_step_waits: { details: { step: "text", do: "sms" }, german: "Der Schritt text wartet" },
  journey_step_unclear: {
    details: { step: "text", do: "sms" },
    german: "Der Schritt text wurde vielleicht ausgeführt",
  },
  enrolment_ended: { details: {}, german: "Niemand kommt mehr hinzu; sie endet, wenn alle in ihr erledigt sind" },
  call_back_planned: {
    details: { local: "2026-12-01T17:00" },
    german: "Jemand bat um einen Rückruf und bekommt ihn: 2026-12-01 17:00",
  },
  call_back_ignored: {
    details: { reason: "2026-12-01T17:00 has passed" },
    german: "Jemand bat um einen Rückruf und bekommt ihn nicht: 2026-12-01T17:00 has passed",
  },
  ended_before: {
    details: { suppressed: 2, finished: 1 },
    german: "Ihr Ende kam, bevor 2 Kontakte angerufen und 1 noch einmal angerufen wurden",
  },
};
