import type { Words } from "../en/en.ts";

export const steps: Words["steps"] = {
  kinds: {
    startCall: {
      name: "Beginn des Anrufs",
      hint: "Hier beginnt jeder Anruf, mit der Begrüßung und dem ersten Schritt des Gesprächs.",
    },
    agentNode: {
      name: "Schritt",
      hint: "Ein Schritt des Gesprächs; was von ihm wegführt, sind die Entscheidungen, die der Agent treffen kann.",
    },
    endCall: { name: "Ende des Anrufs", hint: "Sagt die letzten Worte und legt auf." },
    globalNode: {
      name: "Allgemeine Anweisung",
      hint: "Gilt in jedem Schritt, der sie hinzunimmt: wer der Agent ist und wie er spricht.",
    },
    trigger: {
      name: "Auslöser über die API",
      hint: "Eine öffentliche Kennung des Agenten: Wer sie anfragt, löst einen Anruf aus.",
    },
    webhook: { name: "Webhook", hint: "Sendet nach dem Anruf an Ihr System, was im Gespräch erfragt wurde." },
    qa: { name: "Qualitätsprüfung", hint: "Prüft beendete Anrufe nach Ihrer Anweisung." },
  },
  fields: {
    name: { name: "Name", hint: "Wie der Schritt im Graphen und in den Aufzeichnungen eines Anrufs heißt." },
    prompt: {
      name: "Anweisung",
      hint: "Was der Agent in diesem Schritt tut. {{Variablen}} werden aus den Angaben zum Anruf gefüllt.",
    },
    greeting_type: { name: "Art der Begrüßung", hint: "Ob die Begrüßung gesprochener Text oder eine Aufnahme ist." },
    greeting: {
      name: "Begrüßung",
      hint: "Die ersten Worte des Anrufs. {{Variablen}} werden aus den Angaben zum Anruf gefüllt.",
    },
    greeting_recording_id: {
      name: "Aufnahme",
      hint: "Die Aufnahme, die anstelle gesprochenen Textes abgespielt wird.",
    },
    allow_interrupt: {
      name: "Unterbrechen erlaubt",
      hint: "Ob der Mensch dem Agenten in diesem Schritt ins Wort fallen kann.",
    },
    add_global_prompt: {
      name: "Allgemeine Anweisung hinzunehmen",
      hint: "Stellt die allgemeine Anweisung vor die dieses Schritts.",
    },
    delayed_start: { name: "Verzögerter Beginn", hint: "Wartet vor der Begrüßung einen Augenblick." },
    delayed_start_duration: { name: "Verzögerung", hint: "Sekunden vor der Begrüßung." },
    extraction_enabled: {
      name: "Variablen festhalten",
      hint: "Hält die Variablen unten fest, wenn dieser Schritt endet.",
    },
    extraction_prompt: { name: "Anweisung zum Festhalten", hint: "Hinweise für alle Variablen zusammen." },
    extraction_variables: { name: "Variablen", hint: "Die Variablen, jede mit ihrer Anweisung." },
    "extraction_variables.name": { name: "Name", hint: "Die Variable, die spätere Schritte und der Bericht lesen." },
    "extraction_variables.type": { name: "Art", hint: "Was ihr Wert ist." },
    "extraction_variables.prompt": { name: "Anweisung", hint: "Worauf zu achten ist." },
    tool_uuids: { name: "Werkzeuge", hint: "Was der Agent in diesem Schritt benutzen darf." },
    document_uuids: { name: "Dokumente", hint: "Worin der Agent in diesem Schritt nachschlagen darf." },
    mcp_tool_filters: {
      name: "Auswahl aus MCP-Servern",
      hint: "Für jedes MCP-Werkzeug die Funktionen seines Servers, die dieser Schritt benutzen darf.",
    },
    ask_people: { name: "Darf Menschen fragen", hint: "Ob der Agent Ihr Team fragen und auf die Antwort warten darf." },
    propose_action: {
      name: "Darf Handlungen vorschlagen",
      hint: "Ob der Agent Ihrem Team vorschlägt, ein Werkzeug dieses Schritts zu benutzen, statt es zu tun; es geschieht, sobald jemand zustimmt.",
    },
    propose_edit: {
      name: "Darf Änderungen an sich vorschlagen",
      hint: "Ob der Agent vorschlagen darf, seine eigenen Texte zu ändern; ein Verwalter veröffentlicht oder verwirft das.",
    },
    request_secret: {
      name: "Darf nach Schlüsseln fragen",
      hint: "Ob der Agent Ihre Admins um einen Schlüssel bitten darf; was sie eingeben, wird zu Zugangsdaten.",
    },
    hand_over: {
      name: "Übergibt Ergebnisse",
      hint: "Ob der Agent ein Ergebnis, etwa eine Zusammenfassung, im Verlauf übergeben darf.",
    },
    wait_seconds: {
      name: "Auf Menschen warten",
      hint: "Wie viele Sekunden ein Anruf auf die Antwort Ihres Teams wartet, während das Gespräch weitergeht; Gespräche in Text haben keine Grenze.",
    },
    pre_call_fetch_mode: {
      name: "Vor dem Anruf abrufen",
      hint: "Bei welchen Anrufen die Angaben vor der Begrüßung aus Ihrem System ergänzt werden.",
    },
    pre_call_fetch_enabled: {
      name: "Bei jedem Anruf abrufen",
      hint: "Eine ältere Schreibweise: Eingeschaltet heißt es „Bei jedem Anruf“.",
    },
    pre_call_fetch_url: {
      name: "Abrufen von",
      hint: "Die Adresse, die gefragt wird (POST) und binnen zwei Sekunden mit einem JSON-Objekt antwortet: Seine Felder werden zu Variablen.",
    },
    pre_call_fetch_credential_uuid: { name: "Zugangsdaten", hint: "Die Zugangsdaten für diese Adresse." },
    enabled: { name: "Eingeschaltet", hint: "Ausgeschaltet bleibt er im Graphen und tut nichts." },
    trigger_path: {
      name: "Pfad",
      hint: "Das Ende der öffentlichen Adresse, einmalig unter allen Agenten. Leer: Es wird eins erfunden.",
    },
    http_method: { name: "Methode", hint: "Die HTTP-Methode der Anfrage." },
    endpoint_url: { name: "Adresse", hint: "Wohin die Anfrage geht." },
    credential_uuid: { name: "Zugangsdaten", hint: "Die Zugangsdaten, die mit der Anfrage gesendet werden." },
    custom_headers: {
      name: "Kopfzeilen",
      hint: "Weitere Kopfzeilen der Anfrage. Geheimnisse gehören in die Zugangsdaten.",
    },
    "custom_headers.key": { name: "Name", hint: "Wie die Kopfzeile heißt." },
    "custom_headers.value": { name: "Wert", hint: "Was in ihr steht." },
    payload_template: { name: "Inhalt", hint: "Was gesendet wird, mit {{Variablen}}." },
    qa_enabled: { name: "Eingeschaltet", hint: "Ob Anrufe geprüft werden." },
    qa_use_workflow_llm: {
      name: "Mit dem Modell des Agenten",
      hint: "Prüft mit dem Modell, mit dem der Agent spricht.",
    },
    qa_provider: {
      name: "Anbieter",
      hint: "Ein anderer Anbieter: openai (oder ein kompatibler, mit seiner Adresse) oder local.",
    },
    qa_model: { name: "Modell", hint: "Ein anderes Modell, wie sein Anbieter es nennt." },
    qa_credential_uuid: {
      name: "Zugangsdaten",
      hint: "Die Zugangsdaten mit dem Schlüssel dieses Anbieters; ein Schlüssel selbst wird hier abgelehnt.",
    },
    qa_endpoint: { name: "Adresse", hint: "Die Adresse dieses Anbieters." },
    qa_system_prompt: {
      name: "Anweisung",
      hint: "Woran das Modell einen guten Anruf erkennt; danach gibt es jedem 0 bis 100 Punkte.",
    },
    qa_questions: { name: "Fragen", hint: "Fragen, die das Modell zu jedem Anruf beantwortet, neben den Punkten." },
    "qa_questions.question": { name: "Frage", hint: "Eine Frage; die Antwort steht beim Anruf und im Verlauf." },
    qa_min_call_duration: { name: "Kürzester Anruf", hint: "Anrufe mit weniger Sekunden werden ausgelassen." },
    qa_voicemail_calls: {
      name: "Auch Anrufbeantworter",
      hint: "Ob Anrufe geprüft werden, bei denen ein Anrufbeantworter abnahm.",
    },
    qa_sample_rate: { name: "Stichprobe", hint: "Wie viel Prozent der Anrufe geprüft werden." },
  },
  options: {
    Text: "Text",
    Recording: "Aufnahme",
    Number: "Zahl",
    "Yes or no": "Ja oder nein",
    Never: "Nie",
    "On every call": "Bei jedem Anruf",
    "On inbound calls": "Bei eingehenden Anrufen",
    "On outbound calls": "Bei ausgehenden Anrufen",
    "OpenAI, or compatible": "OpenAI oder ein verträglicher",
    "Built in": "Eingebaut",
  },
  addEntry: "Hinzufügen",
  removeEntry: (number, field) => `Nr. ${number} entfernen: ${field}`,
  noEntries: "Noch keine.",
};
