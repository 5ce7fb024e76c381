import type { Words } from "../en/en.ts";
import { packs } from "./packs.ts";

const carriers: Words["offers"] = {
  Simulator: "Simulator",
  Twilio: "Twilio",
  Telnyx: "Telnyx",
  Plivo: "Plivo",
  Vonage: "Vonage",
  "SIP trunk": "SIP-Trunk",

  Account: "Konto",
  "A label that keeps this account's calls apart in the simulator's record.":
    "Ein Name, der die Anrufe dieses Kontos in der Aufzeichnung des Simulators von anderen trennt.",
  Conversations: "Gespräche",
  "Agents talk with the people who answer. Without it a call only says its greeting, and the script decides how it ends.":
    "Agenten sprechen mit denen, die abnehmen. Ohne das sagt ein Anruf nur seine Begrüßung, und das Drehbuch entscheidet, wie er endet.",
  "Turn by turn": "Zug um Zug",
  "Asks for the next instructions after each utterance, as Plivo and Vonage do, instead of relaying words.":
    "Fragt nach jeder Äußerung, wie es weitergeht, so wie Plivo und Vonage, statt die Worte weiterzureichen.",
  "Converses by <Gather> instead of ConversationRelay, for accounts on which that is not enabled.":
    "Führt Gespräche mit <Gather> statt mit ConversationRelay, für Konten, auf denen das nicht freigeschaltet ist.",
  "Account SID": "Account-SID",
  "From the Twilio console; begins with AC.": "Aus der Konsole von Twilio; beginnt mit AC.",
  "Auth token": "Auth-Token",
  "Signs in to the account, and checks that callbacks are Twilio's own.":
    "Meldet sich am Konto an und prüft, dass Rückmeldungen wirklich von Twilio kommen.",
  "Signs in to the account, and checks that callbacks are Plivo's own.":
    "Meldet sich am Konto an und prüft, dass Rückmeldungen wirklich von Plivo kommen.",
  "Answering machine detection": "Anrufbeantworter erkennen",
  "Detects answering machines when a call is answered. Twilio charges for it, call by call.":
    "Erkennt beim Abnehmen, ob ein Anrufbeantworter dran ist. Twilio berechnet das für jeden Anruf.",
  "Detects answering machines when a call is answered. Telnyx charges for it, call by call.":
    "Erkennt beim Abnehmen, ob ein Anrufbeantworter dran ist. Telnyx berechnet das für jeden Anruf.",
  "Detects answering machines when a call is answered. Plivo charges for it, call by call.":
    "Erkennt beim Abnehmen, ob ein Anrufbeantworter dran ist. Plivo berechnet das für jeden Anruf.",
  "Detects answering machines when a call is answered. Vonage charges for it, call by call.":
    "Erkennt beim Abnehmen, ob ein Anrufbeantworter dran ist. Vonage berechnet das für jeden Anruf.",
  "In the API settings of the Vonage dashboard, set “Default SMS Setting” to Messages API; otherwise texts from people do not come here.":
    "Stellen Sie in den API-Einstellungen des Vonage-Dashboards „Default SMS Setting“ auf Messages API; sonst kommen SMS von Personen hier nicht an.",
  "API key": "API-Schlüssel",
  "A V2 API key, from API Keys in the Telnyx portal; begins with KEY.":
    "Ein API-Schlüssel (V2) aus dem Portal von Telnyx, unter API Keys; beginnt mit KEY.",
  "Voice API application ID": "Kennung der Voice-API-Anwendung",
  "The Voice API application that calls are made with. An outbound voice profile must be assigned to it.":
    "Die Voice-API-Anwendung, über die angerufen wird. Ihr muss ein Profil für ausgehende Anrufe zugewiesen sein.",
  "Public key": "Öffentlicher Schlüssel",
  "Checks that events are Telnyx's own; without it none is believed. Under Public Key in the portal.":
    "Prüft, dass Ereignisse wirklich von Telnyx kommen; ohne ihn wird keinem geglaubt. Im Portal unter Public Key.",
  "Auth ID": "Auth-ID",
  "From the overview page of the Plivo console; begins with MA, or SA for a subaccount.":
    "Von der Übersicht der Konsole von Plivo; beginnt mit MA, bei einem Unterkonto mit SA.",
  "Application ID": "Kennung der Anwendung",
  "The Plivo application that numbers are put on. Left empty, one is made for this installation.":
    "Die Anwendung bei Plivo, auf die Nummern gelegt werden. Leer: Für diese Installation wird eine angelegt.",
  "From the API settings of the Vonage dashboard.": "Aus den API-Einstellungen im Dashboard von Vonage.",
  "API secret": "API-Geheimnis",
  "Signs in for numbers and for the application's settings.":
    "Meldet sich für Nummern und für die Einstellungen der Anwendung an.",
  "The application with the Voice capability that calls are made with.":
    "Die Anwendung mit der Fähigkeit Voice, über die angerufen wird.",
  "Private key": "Privater Schlüssel",
  "The application's private key: the whole PEM file, from BEGIN to END.":
    "Der private Schlüssel der Anwendung: die ganze PEM-Datei, von BEGIN bis END.",
  "Signature secret": "Geheimnis der Signatur",
  "Authenticates Vonage's requests. Without it nothing is dialled, because Vonage's answers could not be trusted.":
    "Beweist, dass Anfragen von Vonage kommen. Ohne es wird nichts gewählt, weil den Antworten nicht zu trauen wäre.",
  Address: "Adresse",
  "Where the trunk takes calls: a host name or an IPv4 address, with or without a port.":
    "Wo der Trunk Anrufe annimmt: ein Rechnername oder eine IPv4-Adresse, mit oder ohne Port.",
  Transport: "Transport",
  "udp, tcp or tls. Unset: udp.": "udp, tcp oder tls. Leer: udp.",
  "User name": "Benutzername",
  "For digest authentication. Unset: the trunk knows the platform by its address.":
    "Für die Anmeldung mit Digest. Leer: Der Trunk erkennt die Plattform an ihrer Adresse.",
  Password: "Passwort",
  "For digest authentication; given together with the user name.":
    "Für die Anmeldung mit Digest; gehört zum Benutzernamen.",
  "Host of the From header": "Rechner im Kopf From",
  "The domain that some trunks know their customer by. Unset: LiveKit SIP's own address.":
    "Die Domain, an der manche Trunks ihren Kunden erkennen. Leer: die eigene Adresse von LiveKit SIP.",
  "Encryption of sound": "Verschlüsselung des Tons",
  "disable, allow or require SRTP; require needs the transport tls. Unset: disable.":
    "SRTP: disable (aus), allow (erlaubt) oder require (verlangt); require braucht den Transport tls. Leer: disable.",
  "Addresses that calls come from": "Adressen, von denen Anrufe kommen",
  "IPv4 addresses or networks, separated by commas. Unset: calls come from anywhere, with the user name.":
    "IPv4-Adressen oder Netze, mit Kommas getrennt. Leer: Anrufe kommen von überall, mit dem Benutzernamen.",
  "User name of calls that come in": "Benutzername eingehender Anrufe",
  "The trunk proves with it that a call is its own (digest). Unset: its address alone counts.":
    "Damit beweist der Trunk, dass ein Anruf von ihm kommt (Digest). Leer: Es zählt allein seine Adresse.",
  "Password of calls that come in": "Passwort eingehender Anrufe",
  "Given together with the user name of calls that come in.": "Gehört zum Benutzernamen eingehender Anrufe.",
  "Calls per second": "Anrufe in der Sekunde",
  "The pace of the whole account. Unset: the carrier's own.": "Das Tempo des ganzen Kontos. Leer: das des Anbieters.",
  "Calls at a time": "Anrufe zugleich",
  "The most calls that may be under way on the account. Unset: no limit.":
    "Wie viele Anrufe auf dem Konto zugleich laufen dürfen. Leer: beliebig viele.",
  "Lines kept for callers": "Leitungen für Anrufende",
  "How many of the calls at a time outgoing calls leave free. Fewer than these.":
    "Wie viele der Anrufe zugleich ausgehende frei lassen. Weniger als diese.",
  "Calls at a time for each number": "Anrufe zugleich für jede Nummer",
  "The most outgoing calls at a time that show the same number. Unset: any.":
    "Wie viele ausgehende Anrufe zugleich dieselbe Nummer zeigen. Leer: beliebig viele.",
  "Number that people see": "Welche Nummer Angerufene sehen",
  "default: the account's default number; rotate: each in turn; local_presence: the nearest to the person.":
    "default: die Standardnummer des Kontos; rotate: jede der Reihe nach; local_presence: die nächste zum Angerufenen.",
};

const apps: Words["offers"] = {
  "Looks for free appointments, books and cancels them": "Sucht freie Termine, bucht und storniert sie",
  "list event types": "Terminarten auflisten",
  "find slots": "freie Zeiten finden",
  book: "buchen",
  "cancel booking": "Buchung stornieren",
  "Looks when somebody is free, and makes and removes events":
    "Sieht nach, wann jemand Zeit hat, und legt Termine an und löscht sie",
  "find busy times": "belegte Zeiten finden",
  "list events": "Termine auflisten",
  "create event": "Termin anlegen",
  "delete event": "Termin löschen",
  "Reads rows of a spreadsheet, adds some and changes them":
    "Liest Zeilen einer Tabelle, fügt welche hinzu und ändert sie",
  "read rows": "Zeilen lesen",
  "append row": "Zeile anhängen",
  "update row": "Zeile ändern",
  "Finds, adds and changes contacts, and writes notes about them":
    "Findet, ergänzt und ändert Kontakte und schreibt Notizen zu ihnen",
  "find contact": "Kontakt finden",
  "create contact": "Kontakt anlegen",
  "update contact": "Kontakt ändern",
  "add note": "Notiz schreiben",
  "Writes messages into channels and to people": "Schreibt Nachrichten in Kanäle und an Menschen",
  "list channels": "Kanäle auflisten",
  "find person": "Mitglied finden",
  "post message": "Nachricht schreiben",
  "delete message": "Nachricht zurücknehmen",
};

export const offers: Words["offers"] = { ...carriers, ...apps, ...packs };
