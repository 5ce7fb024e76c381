import type { Words } from "../en/en.ts";

/** What one code says of several things, and what is refused most often. */
const sentences: Words["refusals"]["sentences"] = {
  "Agent not found": "Diesen Agenten gibt es nicht, oder nicht mehr",
  "There is no such agent": "Diesen Agenten gibt es nicht, oder nicht mehr",
  "The carrier account of this call was deleted: choose another one":
    "Das Konto dieses Anrufs wurde gelöscht: Wählen Sie ein anderes",
  "The caller id of this call is no longer an active number of the account: choose another one":
    "Die Absendernummer dieses Anrufs ist keine aktive Nummer des Kontos mehr: Wählen Sie eine andere",
  "Over a SIP trunk the organization's own models speak and hear, or in English those of this machine where the operator has set LOCAL_SPEECH: set tts and stt among its models":
    "Über einen SIP-Trunk sprechen und hören die eigenen Modelle der Organisation, auf Englisch auch die des Rechners, wo der Betreiber LOCAL_SPEECH gesetzt hat: Tragen Sie unter Modelle beide ein",
  "Campaign not found": "Diese Kampagne gibt es nicht, oder nicht mehr",
  "Channel not found": "Diesen Kanal gibt es nicht, oder nicht mehr",
  "Contact not found": "Diesen Kontakt gibt es nicht, oder nicht mehr",
  "Contact list not found": "Diese Kontaktliste gibt es nicht, oder nicht mehr",
  "Credential not found": "Diese Zugangsdaten gibt es nicht, oder nicht mehr",
  "Document not found": "Dieses Dokument gibt es nicht, oder nicht mehr",
  "Hired agent not found": "Diesen eingestellten Agenten gibt es nicht, oder nicht mehr",
  "Import not found": "Diesen Import gibt es nicht, oder nicht mehr",
  "Member not found": "Diese Person gehört nicht, oder nicht mehr, zum Team",
  "Identity provider not found": "Es gibt keinen Identitätsanbieter",
  "Directory token not found": "Es gibt kein Token des Verzeichnisses",
  "Domain not found": "Diese Domain gibt es nicht mehr",
  "Second factor not found": "Davon ist nichts eingerichtet",
  "Pack not found": "Dieses Paket gibt es nicht, oder nicht mehr",
  "Run not found": "Diesen Anruf gibt es nicht, oder nicht mehr",
  "Telephony configuration not found": "Dieses Konto bei einem Anbieter gibt es nicht, oder nicht mehr",
  "Thread not found": "Dieses Gespräch gibt es nicht, oder nicht mehr",
  "Tool not found": "Dieses Werkzeug gibt es nicht, oder nicht mehr",
  "Webhook not found": "Diesen Webhook gibt es nicht, oder nicht mehr",
  "Invalid email or password": "E-Mail oder Passwort stimmt nicht",
  "Invalid or expired token": "Die Sitzung ist abgelaufen: Melden Sie sich noch einmal an",
  "Too many failed log-ins; wait before the next one, or have a link to a new password mailed to you":
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
  "The end of the outage must be after its beginning": "Das Ende des Ausfalls muss nach seinem Anfang liegen",
  "The first number must not be above the second": "Die erste Zahl darf nicht über der zweiten liegen",
  "Say how late: a callback that is late by nothing is not late":
    "Sagen Sie, um wie viel: Was um nichts verspätet ist, ist nicht verspätet",
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
  415: "Dieser Dateityp wird nicht angenommen",
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
  [
    /^There is no rule pack (.+): there are (.+)$/,
    (name, known) => `Es gibt kein Regelpaket ${name}; es gibt ${known}`,
  ],
  [/^Choose one version of the rule pack (.+)$/, (id) => `Wählen Sie eine Fassung des Regelpakets ${id}`],
  [
    /^There is no rule (.+): rule packs list theirs$/,
    (name) => `Es gibt keine Regel ${name}; sie heißen etwa de/hours`,
  ],
  [
    /^The rule (.+) is of a pack that rule_packs does not name$/,
    (name) => `Die Regel ${name} gehört zu einem Paket, das nicht gewählt ist`,
  ],
  [
    /^The rule (.+) has calls kept for (\d+) days at least$/,
    (name, days) => `Nach der Regel ${name} werden Anrufe mindestens ${days} Tage aufbewahrt`,
  ],
  [
    /^The rule (.+) has words of calls kept for (\d+) days at most$/,
    (name, days) => `Nach der Regel ${name} werden Worte von Anrufen höchstens ${days} Tage aufbewahrt`,
  ],
  [/^Line (\d+), column (\d+): (.+)$/, (line, column, why) => `Zeile ${line}, Stelle ${column}: ${why}`],
  [/^Nested too deeply$/, () => "Ist zu tief geschachtelt"],
  [
    /^The text holds a character that cannot be stored.*$/,
    () => "Enthält ein Zeichen, das nicht gespeichert werden kann",
  ],
];

export const refusals: Words["refusals"] = {
  sentences,
  statuses,
  patterns,
  ownWords: "Wortlaut der API",
};
