import type { Words } from "../en/en.ts";

const codes: Words["refusals"]["codes"] = {
  account_made_meanwhile:
    "Für diese Adresse wurde gerade ein Konto angelegt: Nehmen Sie die Einladung noch einmal mit dessen Passwort an",
  action_not_undoable: "Diese Aktion lässt sich nicht rückgängig machen",
  action_undone: "Jemand war schneller: Die Aktion ist schon rückgängig gemacht",
  agent_not_ready: "Der Agent kann noch nicht arbeiten",
  already_member: "Diese Person gehört schon zum Team: Ändern Sie stattdessen ihre Rolle",
  already_verified: "Diese Nummer ist schon bestätigt",
  audio_type_unsupported: "Nicht alle Anbieter spielen diese Art Datei: Nehmen Sie WAV oder MP3",
  belongs_elsewhere:
    "Das Konto dieser Person reicht über diese Organisation hinaus, deshalb kann hier niemand ihr Passwort setzen",
  blocked_budget: "Das Budget lässt das nicht zu",
  blocked_consent: "Für diese Nummer fehlt die Einwilligung, oder sie wurde widerrufen",
  blocked_dnc: "Diese Nummer steht auf der Sperrliste",
  blocked_window: "Bei dieser Person ist gerade keine Anrufzeit",
  body_too_large: "Das ist zu groß",
  call_failed: "Der Anruf kam nicht zustande",
  call_rejected: "Der Anbieter hat den Anruf abgelehnt",
  callback_refused: "Die Unterschrift dieser Rückmeldung fehlt oder ist falsch",
  campaign_state: "In diesem Zustand der Kampagne geht das nicht",
  carrier_failed: "Der Anbieter konnte nicht antworten",
  carrier_refused: "Der Anbieter hat das abgelehnt",
  carrier_unreachable: "Der Anbieter ließ sich nicht fragen, ob das Konto funktioniert",
  changed_meanwhile: "Jemand hat das gerade geändert: Laden Sie die Seite neu, und ändern Sie es noch einmal",
  channel_name_taken: "Es gibt schon einen Kanal mit diesem Namen",
  configuration_in_use: "Dieses Konto wird noch gebraucht: von einer Kampagne, von Anrufen oder von gemieteten Nummern",
  connector_unavailable: "Diese App steht hier nicht zur Verfügung",
  consent_withdrawn: "Die Einwilligung dieser Nummer wurde widerrufen; nur eine neue Einwilligung beendet das",
  contact_list_gone:
    "Die Kontaktliste wurde vorher gelöscht, deshalb ist niemand anzurufen: Legen Sie eine neue Kampagne an",
  contact_list_in_use: "Eine Kampagne verwendet diese Liste: Brechen Sie sie ab, oder warten Sie auf ihr Ende",
  credential_in_use: "Diese Zugangsdaten werden verwendet: Nehmen Sie sie dort zuerst heraus",
  credentials_refused: "Mit diesen Einstellungen funktioniert das Konto nicht",
  cross_site_request:
    "Ändern lässt sich etwas nur von der Konsole selbst aus, über https oder auf diesem Rechner geöffnet",
  definition_changed: "Jemand hat diesen Agenten inzwischen geändert",
  deleted_meanwhile: "Etwas davon wurde inzwischen gelöscht: Laden Sie die Seite neu",
  document_deleted: "Dieses Dokument wurde gelöscht: Laden Sie es noch einmal hoch",
  document_not_readable: "Dieses Dokument lässt sich noch nicht lesen: Warten Sie, bis es bereit ist",
  draft_faulty: "Der Entwurf kann nicht veröffentlicht werden",
  draft_moved: "Der Entwurf hat sich seit dem Vorschlag geändert: Sehen Sie ihn an, oder verwerfen Sie den Vorschlag",
  email_taken: "Für diese E-Mail-Adresse gibt es schon ein Konto: Melden Sie sich an",
  file_too_large: "Die Datei ist zu groß",
  filter_not_allowed: "Danach darf hier nicht gefiltert werden",
  forecast_impossible: "Was geschehen wird, lässt sich gerade nicht vorhersagen",
  form_incomplete: "Die Datei kam nicht ganz an: Senden Sie sie noch einmal",
  form_too_large: "Die Datei ist zu groß",
  from_phone_number_not_found: "Die Absendernummer ist keine aktive Nummer dieses Kontos",
  hire_failed: "Der Agent konnte nicht eingestellt werden; es ist nichts von ihm zurückgeblieben",
  idempotency_key_reused: "Diese Anfrage wurde schon anders gestellt: Versuchen Sie es noch einmal",
  idempotency_key_too_long: "Der Schlüssel dieser Anfrage ist zu lang",
  idempotency_key_unsupported: "Hier darf die Anfrage keinen Schlüssel haben",
  import_under_way: "Ein Import in die Kontaktliste läuft noch: Beginnen Sie, wenn er zu Ende ist",
  inactive_caller_id: "Nur eine aktive Nummer kann die übliche Absendernummer sein",
  invalid_definition: "So kann der Agent nicht gespeichert werden: Etwas in seinem Gespräch ist falsch",
  invalid_filter: "Diesen Filter gibt es so nicht",
  invalid_number: "Das ist keine Nummer, die angerufen werden kann",
  invitation_invalid: "Die Einladung ist unbekannt, schon verwendet oder abgelaufen: Bitten Sie um eine neue",
  key_maker_left: "Wer diesen Schlüssel gemacht hat, gehört nicht mehr zum Team: Machen Sie einen neuen",
  knowledge_limit: "Für Dokumente ist kein Platz mehr: Löschen Sie welche, oder lassen Sie die Grenze anheben",
  last_owner: "Das ist der letzte Inhaber der Organisation: Machen Sie zuerst jemand anderen zum Inhaber",
  last_simulator: "Das ist der letzte Simulator der Organisation, zu dem Testschlüssel anrufen; er bleibt",
  mail_not_sent: "Der Mailserver hat die E-Mail abgelehnt; es wurde nichts geändert. Versuchen Sie es noch einmal",
  mcp_has_credential: "Das Werkzeug hat Zugangsdaten: Nehmen Sie sie heraus, und melden Sie sich dann an",
  mcp_needs_client:
    "Der Server lässt keine Anmeldung von selbst zu: Registrieren Sie dort einen Client, und geben Sie ihn an",
  mcp_not_connectable: "Bei diesem Server kann man sich so nicht anmelden",
  method_not_allowed: "Das geht an dieser Stelle nicht",
  minutes_used_up: "Die Gesprächsminuten sind aufgebraucht",
  model_invalid_answer: "Das Modell hat etwas geantwortet, was keine Antwort ist",
  model_rate_limited: "Das Modell nimmt gerade keine weiteren Anfragen an: Versuchen Sie es gleich noch einmal",
  model_refused: "Das Modell hat die Anfrage abgelehnt",
  model_timeout: "Das Modell hat nicht rechtzeitig geantwortet",
  model_unauthorized: "Das Modell nimmt den Schlüssel nicht an",
  model_unavailable: "Das Modell ist gerade nicht zu erreichen",
  name_taken: "Diesen Namen gibt es schon: Wählen Sie einen anderen",
  newer_list_in_force:
    "Es gilt schon eine neuere Liste: Entfernen Sie diese zuerst, oder nennen Sie eine andere Quelle",
  no_newer_version: "Der Agent folgt schon der neuesten Version seiner Vorlage",
  no_session: "Ein API-Schlüssel hat keine Sitzung",
  no_such_route: "Das gibt es hier nicht",
  not_found: "Das gibt es nicht, oder nicht mehr",
  not_verified_yet:
    "Der Anbieter hat die Nummer noch nicht bestätigt: Prüfen Sie den Code, oder warten Sie auf seinen Anruf",
  number_detach_failed: "Die Nummer bleibt, weil Anrufe an sie noch hierher kommen",
  number_lookup_failed: "Der Anbieter konnte nicht sagen, ob die Nummer zum Konto gehört",
  number_not_owned:
    "Diese Nummer gehört nicht zum Konto: Mieten Sie sie dort, oder bestätigen Sie sie als Absendernummer",
  number_not_rented: "Diese Nummer wurde nicht hier gemietet: Löschen Sie sie stattdessen",
  number_not_verified: "Diese Nummer ist nicht mehr bestätigt: Bestätigen Sie sie zuerst noch einmal",
  number_owned: "Die Nummer gehört schon zum Konto: Fügen Sie sie stattdessen hinzu",
  number_released: "Diese Nummer wurde zurückgegeben: Mieten Sie sie noch einmal",
  number_rented: "Diese Nummer ist hier gemietet: Geben Sie sie stattdessen zurück, sonst kostet sie weiter",
  number_taken: "Diese Nummer ist schon vergeben",
  number_unavailable: "Diese Nummer ist nicht mehr zu haben",
  numbers_not_offered: "Bei diesem Anbieter lassen sich keine Nummern mieten: Nehmen Sie ein anderes Konto",
  origin_not_allowed: "Von dieser Seite aus darf kein Gespräch beginnen",
  pack_exists: "Es gibt schon ein Paket mit diesem Kürzel",
  path_malformed: "Diese Adresse ist unvollständig",
  phone_number_missing: "Geben Sie eine Nummer an, oder tragen Sie unter Einstellungen die Testnummer ein",
  provider_fixed: "Der Anbieter eines Kontos bleibt: Legen Sie ein neues Konto an",
  provider_unavailable: "Dieser Anbieter steht hier nicht zur Verfügung",
  recording_exists: "Diese Aufnahme gibt es schon",
  recording_in_use: "Diese Aufnahme wird abgespielt: Nehmen Sie sie dort zuerst heraus",
  recording_not_uploaded: "Die Datei der Aufnahme ist nicht angekommen: Laden Sie sie zuerst hoch",
  recording_too_large: "Die Aufnahme ist zu groß",
  recording_unplayable: "Diese Aufnahme lässt sich in Anrufen nicht abspielen",
  recording_unreadable: "Der Inhalt der Datei passt nicht zu ihrem Namen: Laden Sie die richtige hoch",
  release_refused: "Die Nummer nimmt keine Anrufe mehr an, aber der Anbieter behält sie",
  rent_failed: "Die Nummer wurde nicht gemietet",
  rent_refused: "Der Anbieter vermietet die Nummer diesem Konto nicht",
  rent_undecided: "Der Anbieter hat noch nicht gesagt, ob die Nummer gemietet ist: Versuchen Sie es gleich noch einmal",
  request_expired: "Diese Anfrage ist abgelaufen und kann nicht mehr beantwortet werden",
  request_in_progress: "Dieselbe Anfrage läuft noch: Versuchen Sie es gleich noch einmal",
  request_settled: "Jemand war schneller: Das ist schon beantwortet",
  reset_invalid:
    "Der Link zu einem neuen Passwort ist unbekannt, schon verwendet oder abgelaufen: Fordern Sie einen neuen an",
  revision_conflict: "Das Gespräch ist inzwischen weitergegangen: Laden Sie die Seite neu",
  role_insufficient: "Ihre Rolle erlaubt das nicht",
  sandbox_key: "Mit einem Testschlüssel geht das nicht",
  session_busy: "Der Agent antwortet noch auf eine andere Nachricht",
  session_full: "Das Gespräch ist so lang, wie es werden darf: Beenden Sie es, und beginnen Sie ein neues",
  session_needed: "Dazu müssen Sie angemeldet sein",
  session_over: "Das Gespräch ist zu Ende: Beginnen Sie ein neues",
  settings_changed: "Jemand hat die Einstellungen dieses Agenten inzwischen geändert",
  signup_disabled: "Hier kann sich niemand selbst registrieren: Fragen Sie, wer Ringdown betreibt",
  signup_invalid: "Der Link dieser Registrierung ist unbekannt oder abgelaufen: Registrieren Sie sich noch einmal",
  telephony_configuration_not_found: "Dieses Konto bei einem Anbieter gibt es nicht, oder nicht mehr",
  telephony_not_configured: "Es fehlt ein Konto bei einem Anbieter, mit dem angerufen wird",
  telephony_not_ready: "Das Konto beim Anbieter ist noch nicht fertig eingerichtet",
  test_phone_number_invalid: "Die Testnummer der Organisation kann nicht angerufen werden",
  too_many: "Mehr davon darf die Organisation nicht haben: Schaffen Sie zuerst Platz",
  too_many_embed_tokens: "Mehr Einbettungen darf ein Agent nicht haben: Widerrufen Sie zuerst eine",
  too_many_requests: "Das waren zu viele Anfragen: Warten Sie, bevor Sie es noch einmal versuchen",
  too_many_tries: "Auch das ist nicht der Code, und diese Bestätigung ist zu Ende: Beginnen Sie eine neue",
  too_many_webhooks: "Mehr Webhooks darf die Organisation nicht haben: Entfernen Sie zuerst einen",
  too_much: "Die Texte der Organisation sind zusammen zu groß: Kürzen Sie welche, oder schaffen Sie Platz",
  tool_archived: "Das Werkzeug ist archiviert: Holen Sie es zurück, um es zu probieren",
  tool_is_not_mcp: "Nur Werkzeuge mit MCP haben eine Liste, die neu gelesen werden kann",
  tool_is_part_of_calls: "Dieses Werkzeug arbeitet nur im Gespräch eines Anrufs",
  trigger_path_taken: "Diese Adresse eines Auslösers gibt es schon",
  unauthorized: "Sie sind nicht angemeldet",
  unavailable: "Das geht gerade nicht: Versuchen Sie es gleich noch einmal",
  unsupported_media_type: "Diese Art Datei wird nicht genommen",
  upgrade_refused: "Es wurde keine neue Version vorgeschlagen",
  upload_quota: "Für hochgeladene Dateien ist kein Platz mehr",
  used_meanwhile: "Etwas verwendet das inzwischen: Ändern Sie zuerst dieses",
  validation_error: "Eine Angabe stimmt nicht",
  verification_expired: "Der Code ist abgelaufen: Beginnen Sie noch einmal",
  verification_not_found: "Für diese Nummer wurde keine Bestätigung begonnen",
  verification_not_offered: "Dieser Anbieter bestätigt Nummern nicht selbst: Nehmen Sie den Anruf",
  verification_over: "Diese Bestätigung ist zu Ende: Beginnen Sie eine neue",
  webhook_is_off: "Der Webhook ist ausgeschaltet: Schalten Sie ihn zuerst ein",
  workflow_run_active: "Zu diesem Lauf gibt es schon einen Anruf",
  workflow_run_not_a_call: "Dieser Lauf hat kein Telefon",
  workflow_run_over: "Dieser Lauf ist zu Ende",
  workflow_run_workflow_mismatch: "Dieser Lauf gehört einem anderen Agenten",
  wrong_code: "Das ist nicht der Code",
  wrong_password: "Das Passwort ist falsch: Versuchen Sie es noch einmal, oder lassen Sie sich einen Link schicken",
};

/** What one code says of several things, and what is refused most often. */
const sentences: Words["refusals"]["sentences"] = {
  "Agent not found": "Diesen Agenten gibt es nicht, oder nicht mehr",
  "There is no such agent": "Diesen Agenten gibt es nicht, oder nicht mehr",
  "The carrier account of this call was deleted: choose another one":
    "Das Konto dieses Anrufs wurde gelöscht: Wählen Sie ein anderes",
  "The caller id of this call is no longer an active number of the account: choose another one":
    "Die Absendernummer dieses Anrufs ist keine aktive Nummer des Kontos mehr: Wählen Sie eine andere",
  "Over a SIP trunk the organization's own models speak and hear: set tts and stt among its models":
    "Über einen SIP-Trunk sprechen und hören die eigenen Modelle der Organisation: Tragen Sie unter Modelle beide ein",
  "Campaign not found": "Diese Kampagne gibt es nicht, oder nicht mehr",
  "Channel not found": "Diesen Kanal gibt es nicht, oder nicht mehr",
  "Contact not found": "Diesen Kontakt gibt es nicht, oder nicht mehr",
  "Contact list not found": "Diese Kontaktliste gibt es nicht, oder nicht mehr",
  "Credential not found": "Diese Zugangsdaten gibt es nicht, oder nicht mehr",
  "Document not found": "Dieses Dokument gibt es nicht, oder nicht mehr",
  "Hired agent not found": "Diesen eingestellten Agenten gibt es nicht, oder nicht mehr",
  "Import not found": "Diesen Import gibt es nicht, oder nicht mehr",
  "Member not found": "Diese Person gehört nicht, oder nicht mehr, zum Team",
  "Pack not found": "Dieses Paket gibt es nicht, oder nicht mehr",
  "Run not found": "Diesen Anruf gibt es nicht, oder nicht mehr",
  "Telephony configuration not found": "Dieses Konto bei einem Anbieter gibt es nicht, oder nicht mehr",
  "Thread not found": "Dieses Gespräch gibt es nicht, oder nicht mehr",
  "Tool not found": "Dieses Werkzeug gibt es nicht, oder nicht mehr",
  "Webhook not found": "Diesen Webhook gibt es nicht, oder nicht mehr",
  "Invalid email or password": "E-Mail oder Passwort stimmt nicht",
  "Invalid or expired token": "Die Sitzung ist abgelaufen: Melden Sie sich noch einmal an",
  "Too many failed log-ins; wait before the next one":
    "Das waren zu viele falsche Anmeldungen: Warten Sie, bevor Sie es noch einmal versuchen",
  "Too many requests for new passwords; wait before the next one":
    "Es wurden zu viele neue Passwörter angefordert: Warten Sie, bevor Sie es noch einmal versuchen",
  "Too many wrong passwords; wait before the next one":
    "Das waren zu viele falsche Passwörter: Warten Sie, bevor Sie es noch einmal versuchen",
  "Only an owner makes owners, changes them or removes them":
    "Nur ein Inhaber macht andere zu Inhabern, ändert oder entfernt sie",
  "The campaign's carrier account was deleted: make a new campaign":
    "Das Konto der Kampagne wurde gelöscht: Legen Sie eine neue Kampagne an",
  "The campaign has not answered yet; give the command again, repeating it is harmless":
    "Die Kampagne hat noch nicht geantwortet: Versuchen Sie es noch einmal, das schadet nicht",
  "This configuration has calls under way; delete it when they have ended":
    "Mit diesem Konto laufen noch Anrufe: Löschen Sie es, wenn sie zu Ende sind",
  "Numbers are rented on this configuration; release them first, or you keep paying for them":
    "Auf diesem Konto sind Nummern gemietet: Geben Sie sie zuerst zurück, sonst kosten sie weiter",
  "This number is already on this configuration": "Diese Nummer gehört schon zu diesem Konto",
  "This number of this carrier account is already connected": "Diese Nummer ist schon verbunden",
  "This number was called for verification too often within a day; try again later":
    "Diese Nummer wurde heute zu oft zur Bestätigung angerufen: Versuchen Sie es später noch einmal",
  "The workflow engine is not reachable right now; try again in a moment":
    "Temporal ist gerade nicht zu erreichen: Versuchen Sie es gleich noch einmal",
  "The database or the object store is not reachable right now; try again in a moment":
    "Die Datenbank oder der Dateispeicher ist gerade nicht zu erreichen: Versuchen Sie es gleich noch einmal",
  "The object store is away or has no room; try again in a moment":
    "Der Dateispeicher ist nicht da oder voll: Versuchen Sie es gleich noch einmal",
  "The server is overloaded right now; try again in a moment":
    "Der Server ist gerade überlastet: Versuchen Sie es gleich noch einmal",
  "Nobody can talk right now: every media process is full, or none runs. Try again in a moment":
    "Gerade kann niemand sprechen, weil alles belegt ist: Versuchen Sie es gleich noch einmal",
  "Search is not available now; try again in a moment":
    "Die Suche geht gerade nicht: Versuchen Sie es gleich noch einmal",
};

/** Where the code is not known: what its status says. */
const statuses: Words["refusals"]["statuses"] = {
  400: "So geht das nicht",
  401: "Sie sind nicht angemeldet",
  402: "Das Budget oder eine Grenze der Organisation lässt das nicht zu",
  403: "Das ist Ihnen nicht erlaubt",
  404: "Das gibt es nicht, oder nicht mehr",
  409: "Das geht im Moment so nicht",
  413: "Das ist zu groß",
  415: "Diese Art Datei wird nicht genommen",
  422: "Eine Angabe stimmt nicht",
  429: "Das waren zu viele Anfragen: Warten Sie, bevor Sie es noch einmal versuchen",
  500: "Bei uns ist etwas schiefgegangen",
  502: "Der Anbieter oder ein anderer Server hat das nicht getan",
  503: "Das geht gerade nicht: Versuchen Sie es gleich noch einmal",
};

const KINDS: Readonly<Record<string, string>> = {
  "a text": "ein Text",
  "a number": "eine Zahl",
  "a whole number": "eine ganze Zahl",
  "true or false": "ja oder nein",
  "a list": "eine Liste",
  "an object": "ein Objekt",
};
const kindOf = (kind: string): string => KINDS[kind] ?? kind;

const BOUNDS: Readonly<Record<string, string>> = {
  "at least": "mindestens",
  "at most": "höchstens",
  "more than": "mehr als",
  "less than": "weniger als",
};
const UNITS: Readonly<Record<string, string>> = {
  character: "Zeichen",
  characters: "Zeichen",
  entry: "Eintrag",
  entries: "Einträge",
};
const AMOUNTS: Readonly<Record<string, string>> = { " not null": " nicht leer", " not a list": " keine Liste" };

/** What names something, in the order in which it is tried: what is said of single fields, and of campaigns and calls. */
const patterns: Words["refusals"]["patterns"] = [
  [/^Is missing; must be (.+)$/, (kind = "") => `Fehlt; es muss ${kindOf(kind)} sein`],
  [
    /^Must be (a text|a number|a whole number|true or false|a list|an object)(?:,( not null| not a list| without quotation marks))?$/,
    (kind = "", but) =>
      `Muss ${kindOf(kind)} sein${but === undefined ? "" : `,${AMOUNTS[but] ?? " ohne Anführungszeichen"}`}`,
  ],
  [
    /^Must be (at least|at most|more than|less than) (\S+)$/,
    (bound = "", limit) => `Muss ${BOUNDS[bound]} ${limit} sein`,
  ],
  [
    /^Must have (at least|at most|more than|less than) (\S+) (characters?|entry|entries)$/,
    (bound = "", count, unit = "") => `Muss ${BOUNDS[bound]} ${count} ${UNITS[unit]} haben`,
  ],
  [/^Must be a UUID.*$/, () => "Muss eine UUID sein"],
  [/^Must be an e-mail address$/, () => "Muss eine E-Mail-Adresse sein"],
  [/^Must be a time with its zone.*$/, () => "Muss ein Zeitpunkt mit seiner Zone sein"],
  [/^Must be a date, such.*$/, () => "Muss ein Datum sein"],
  [/^Must be a date or a time.*$/, () => "Muss ein Datum oder ein Zeitpunkt sein"],
  [
    /^The agent (.+) is archived: make it active again$/,
    (name) => `Der Agent ${name} ist archiviert: Holen Sie ihn zurück`,
  ],
  [
    /^The agent (.+) has no published version: publish one first$/,
    (name) => `Der Agent ${name} ist nicht veröffentlicht: Veröffentlichen Sie ihn zuerst`,
  ],
  [
    /^(.+) needs a caller id: add an active phone number to the account$/,
    (carrier) => `${carrier} braucht eine Absendernummer: Geben Sie dem Konto eine aktive Nummer`,
  ],
  [/^The carrier refused the account: (.+)$/, (why) => `Der Anbieter nimmt das Konto nicht an: ${why}`],
  [/^The contact file could not be imported: (.+)$/, (why) => `Die Kontaktdatei ließ sich nicht einlesen: ${why}`],
  [
    /^This is not the code; (\d+) (?:try is|tries are) left$/,
    (left) => `Das ist nicht der Code; es ${left === "1" ? "bleibt 1 Versuch" : `bleiben ${left} Versuche`}`,
  ],
  [/^Must be (.+) or (.+)$/, (most, last) => `Muss ${most} oder ${last} sein`],
  [/^Unknown field: check its spelling$/, () => "Gibt es hier nicht"],
  [/^Nested too deeply$/, () => "Ist zu tief geschachtelt"],
  [
    /^The text holds a character that cannot be stored.*$/,
    () => "Enthält ein Zeichen, das nicht gespeichert werden kann",
  ],
];

export const refusals: Words["refusals"] = {
  codes,
  sentences,
  statuses,
  patterns,
  ownWords: "Wortlaut der API",
};
