import type { Words } from "../en/en.ts";

const shelf: Words["offers"] = {
  "Call backs": "Rückrufe",
  "Calls everybody back whom nobody answered.": "Ruft alle zurück, bei denen niemand abgenommen hat.",
  "Clinic front desk": "Empfang einer Praxis",
  "Takes the calls of a clinic and reminds patients of their appointments.":
    "Nimmt die Anrufe einer Praxis an und erinnert an Termine.",
  "Customer feedback": "Meinung der Kundschaft",
  "Asks customers for a score and listens to those who are unhappy, on your website.":
    "Fragt auf Ihrer Website nach einer Note und hört Unzufriedenen zu.",
  "Delivery dispatch": "Lieferplanung",
  "Agrees on delivery times before the driver leaves.": "Vereinbart Lieferzeiten, bevor jemand losfährt.",
  "Event guests": "Gäste einer Veranstaltung",
  "Invites guests, counts them and knows their wishes.": "Lädt Gäste ein, zählt sie und kennt ihre Wünsche.",
  "Help desk": "Helpdesk",
  "Solves what is simple and opens tickets for the rest, in writing on your website.":
    "Löst schriftlich auf Ihrer Website, was einfach ist, und eröffnet für das andere ein Ticket.",
  "Payment reminders": "Zahlungserinnerungen",
  "Reminds of open payments with the sentences that the law asks for.":
    "Erinnert an offene Zahlungen, mit den Sätzen, die das Gesetz verlangt.",
  "Property desk": "Maklerbüro",
  "Answers calls about your listings and arranges viewings.":
    "Beantwortet Anrufe zu Ihren Angeboten und vereinbart Besichtigungen.",
  "Sales qualification": "Erstgespräch im Vertrieb",
  "Calls people who asked for information and hands interested ones on.":
    "Ruft an, wer um Auskunft gebeten hat, und gibt Interessierte weiter.",
  "Shop support": "Kundendienst eines Ladens",
  "Tells customers where their order is, and takes complaints, in writing on your website.":
    "Sagt schriftlich auf Ihrer Website, wo eine Bestellung ist, und nimmt Beschwerden auf.",
  "Table bookings": "Tischreservierung",
  "Takes bookings of tables day and night.": "Nimmt Tag und Nacht Reservierungen an.",

  "Front desk": "Empfang",
  Research: "Umfragen",
  Dispatch: "Lieferung",
  Events: "Veranstaltungen",
  "IT support": "IT-Hilfe",
  Collections: "Forderungen",
  Sales: "Vertrieb",
  "Customer support": "Kundendienst",

  "Makes calls": "Ruft an",
  "Answers calls": "Nimmt Anrufe an",
  "Talks on your website": "Spricht auf Ihrer Website",

  healthcare: "Gesundheit",
  logistics: "Logistik",
  retail: "Handel",
  events: "Veranstaltungen",
  hospitality: "Gastgewerbe",
  finance: "Finanzen",
  real_estate: "Immobilien",
  software: "Software",
  technology: "Technik",
};

/** Agents, with what they do, what the law asks for, and what is asked before one is hired. */
const agents: Words["offers"] = {
  "Appointment reminder": "Terminerinnerung",
  "Calls patients and clients before their appointment, confirms it, or finds another day.":
    "Ruft vor einem Termin an, bestätigt ihn oder findet einen anderen Tag.",
  "Says who is calling and which appointment it is about": "Sagt, wer anruft und um welchen Termin es geht",
  "Confirms, moves or cancels it": "Bestätigt, verschiebt oder streicht ihn",
  "Writes down the new day and says goodbye": "Notiert den neuen Tag und verabschiedet sich",
  "Say nothing about the reason of the appointment: somebody else may have picked up the telephone.":
    "Nichts über den Anlass des Termins sagen: Jemand anderes könnte am Telefon sein.",
  "Call only people who have given their number for reminders, and stop when they ask for it.":
    "Nur Menschen anrufen, die ihre Nummer für Erinnerungen gegeben haben, und aufhören, wenn sie es wünschen.",

  "Clinic intake": "Aufnahme in der Praxis",
  "Takes the calls of a clinic: sends emergencies to the emergency number, and prepares first visits.":
    "Nimmt die Anrufe einer Praxis an: verweist Notfälle an den Notruf und bereitet erste Besuche vor.",
  "Sends emergencies to the emergency number at once": "Verweist Notfälle sofort an den Notruf",
  "Writes down name, date of birth and the reason in a few words":
    "Notiert Namen, Geburtsdatum und den Anlass in wenigen Worten",
  "Says when the clinic calls back": "Sagt, wann die Praxis zurückruft",
  "The agent gives no medical advice and makes no diagnosis.":
    "Der Agent gibt keinen ärztlichen Rat und stellt keine Diagnose.",
  "What callers say is health data: keep recordings only as long as you need them, and only where you may.":
    "Was Anrufende sagen, sind Gesundheitsdaten: Aufnahmen nur so lange behalten wie nötig, und nur wo es erlaubt ist.",
  "Set the emergency number of your country: it is the first thing that an emergency hears.":
    "Die Notrufnummer Ihres Landes eintragen: Sie ist das Erste, was man im Notfall hört.",
  "What is your clinic called?": "Wie heißt Ihre Praxis?",
  "Which number is called in an emergency?": "Welche Nummer ruft man im Notfall an?",
  "When do you call back?": "Wann rufen Sie zurück?",

  "Debt reminder": "Erinnerung an eine Schuld",
  "Reminds people of an open payment after it is sure who they are, with the sentences that the law asks for.":
    "Erinnert an eine offene Zahlung, sobald sicher ist, wer spricht, mit den Sätzen, die das Gesetz verlangt.",
  "Makes sure that the right person is speaking, and says nothing before":
    "Vergewissert sich, dass die richtige Person spricht, und sagt vorher nichts",
  "Says the sentences that the law asks for and names the open payment":
    "Sagt die Sätze, die das Gesetz verlangt, und nennt die offene Zahlung",
  "Writes down a day of payment, or that the debt is disputed":
    "Notiert einen Tag der Zahlung oder dass die Schuld bestritten wird",
  "Say nothing of a debt before it is sure who is speaking (USA: 15 U.S.C. § 1692c (b)).":
    "Nichts von einer Schuld sagen, bevor sicher ist, wer spricht (USA: 15 U.S.C. § 1692c (b)).",
  "In the USA the first call says that it is an attempt to collect a debt and that information will be used for that purpose (15 U.S.C. § 1692e (11)), and no more than seven calls in seven days are placed for one debt (12 CFR § 1006.14).":
    "In den USA sagt der erste Anruf, dass er eine Schuld einziehen soll und Auskünfte dafür verwendet werden (15 U.S.C. § 1692e (11)), und für eine Schuld wird in sieben Tagen höchstens siebenmal angerufen (12 CFR § 1006.14).",
  "A disputed debt, or a wish not to be called, ends the reminders: write it down and check the claim in writing.":
    "Eine bestrittene Schuld oder der Wunsch, nicht angerufen zu werden, beendet die Erinnerungen: Das notieren und die Forderung schriftlich prüfen.",
  "Who collects the payment?": "Wer fordert die Zahlung?",
  "Whom does the call ask for, if the contact has no person_name?":
    "Nach wem fragt der Anruf, wenn der Kontakt kein person_name hat?",
  "How much is due, if the contact does not say it?": "Wie viel ist offen, wenn der Kontakt es nicht sagt?",

  "Delivery slot": "Lieferzeit",
  "Agrees on a time for a delivery, or on a place where the parcel may be left.":
    "Vereinbart eine Zeit für eine Lieferung oder einen Platz, an dem das Paket bleiben darf.",
  "Says that a delivery is coming": "Sagt, dass eine Lieferung kommt",
  "Offers the times that there are": "Bietet die möglichen Zeiten an",
  "Writes down the time, or the safe place": "Notiert die Zeit oder den sicheren Platz",
  "Do not say what is in the parcel: it may be a present, or nobody's business.":
    "Nicht sagen, was im Paket ist: Es kann ein Geschenk sein oder niemanden etwas angehen.",
  "Who delivers?": "Wer liefert?",
  "Which times do you offer?": "Welche Zeiten bieten Sie an?",

  "Event invitation": "Einladung zu einer Veranstaltung",
  "Invites people to an event, counts who comes with whom, and answers questions about it.":
    "Lädt zu einer Veranstaltung ein, zählt, wer mit wem kommt, und beantwortet Fragen dazu.",
  "Invites to the event": "Lädt zur Veranstaltung ein",
  "Asks how many people come": "Fragt, wie viele kommen",
  "Writes down special wishes and says goodbye": "Notiert besondere Wünsche und verabschiedet sich",
  "Invite people whom you know: invitations to strangers are advertisements.":
    "Menschen einladen, die Sie kennen: Einladungen an Fremde sind Werbung.",
  "Who invites?": "Wer lädt ein?",
  "What is the event called?": "Wie heißt die Veranstaltung?",
  "When and where is it?": "Wann und wo ist sie?",

  "IT help desk": "IT-Helpdesk",
  "Takes calls about passwords, mail and printers, solves what is simple, and opens tickets for the rest.":
    "Nimmt Anrufe zu Passwörtern, E-Mail und Druckern an, löst, was einfach ist, und eröffnet für das andere ein Ticket.",
  "Asks what does not work": "Fragt, was nicht geht",
  "Tries the remedies of your guide": "Probiert, was in Ihrer Anleitung steht",
  "Opens a ticket when that does not help": "Eröffnet ein Ticket, wenn das nicht hilft",
  "The agent never asks for a password and resets none: it cannot prove who is calling.":
    "Der Agent fragt nie nach einem Passwort und setzt keines zurück: Er kann nicht beweisen, wer anruft.",
  "Tickets may hold personal data; keep them where your works agreement allows it.":
    "Tickets können persönliche Daten enthalten; sie dort aufbewahren, wo Ihre Betriebsvereinbarung es erlaubt.",
  "What is your organization called?": "Wie heißt Ihre Organisation?",
  "Which address opens a ticket (POST)?": "Welche Adresse eröffnet ein Ticket (POST)?",
  "Where do people reset their passwords themselves?": "Wo setzt man sein Passwort selbst zurück?",
  "Open ticket": "Ticket eröffnen",
  "Opens a ticket with a title and the urgency, and gives its number.":
    "Eröffnet ein Ticket mit Titel und Dringlichkeit und nennt seine Nummer.",
  "Ticket system": "Ticketsystem",
  "The agent opens tickets in your help desk's system and needs its access token.":
    "Der Agent eröffnet Tickets im System Ihres Helpdesks und braucht dessen Zugangstoken.",

  "Lead qualification": "Interessierte befragen",
  "Calls people who asked for information, finds out what they need, and hands interested ones on.":
    "Ruft an, wer um Auskunft gebeten hat, findet heraus, was gebraucht wird, und gibt Interessierte weiter.",
  "Asks whether the person is still interested": "Fragt, ob noch Interesse besteht",
  "Asks for the size of the team and the time frame": "Fragt nach der Größe des Teams und dem Zeitrahmen",
  "Promises a call from the sales team, or ends politely": "Verspricht einen Anruf aus dem Vertrieb oder endet höflich",
  "Call only people who asked for it or agreed to it: elsewhere this is a sales call that many countries forbid.":
    "Nur anrufen, wer darum gebeten oder zugestimmt hat: Sonst ist es ein Werbeanruf, den viele Länder verbieten.",
  "Say at the start that an artificial assistant is calling.":
    "Am Anfang sagen, dass ein künstlicher Assistent anruft.",
  "What is your company called?": "Wie heißt Ihre Firma?",
  "What did people ask about, in one sentence?": "Wonach wurde gefragt, in einem Satz?",
  "Who calls interested people back?": "Wer ruft Interessierte zurück?",

  "Missed-call call back": "Rückruf nach einem verpassten Anruf",
  "Calls people back whom nobody answered, finds out what they wanted, and takes a message.":
    "Ruft zurück, wo niemand abgenommen hat, findet heraus, worum es ging, und nimmt eine Nachricht auf.",
  "Says sorry for the missed call": "Entschuldigt sich für den verpassten Anruf",
  "Asks what it was about": "Fragt, worum es ging",
  "Takes a message with its urgency": "Nimmt eine Nachricht mit ihrer Dringlichkeit auf",
  "A call back answers the person's own call; use it for nothing else, and not in the night.":
    "Ein Rückruf antwortet auf den Anruf der Person; für nichts anderes nutzen, und nicht in der Nacht.",
  "What is your business called?": "Wie heißt Ihr Betrieb?",
  "When do people hear from you?": "Wann hört man von Ihnen?",

  "Order status": "Stand der Bestellung",
  "Answers calls about orders: looks them up, tells the state, takes complaints.":
    "Beantwortet Anrufe zu Bestellungen: sieht nach, sagt den Stand, nimmt Beschwerden auf.",
  "Asks for the number of the order": "Fragt nach der Nummer der Bestellung",
  "Looks it up in your system": "Sieht in Ihrem System nach",
  "Tells the state, or takes a complaint": "Sagt den Stand oder nimmt eine Beschwerde auf",
  "Tell nothing about an order but its state: the number alone does not prove who is calling.":
    "Von einer Bestellung nur den Stand sagen: Die Nummer allein beweist nicht, wer anruft.",
  "Never take card numbers on the telephone.": "Nie Kartennummern am Telefon aufnehmen.",
  "What is your shop called?": "Wie heißt Ihr Laden?",
  "Which address answers with an order's state? It is asked with ?order_number=…":
    "Welche Adresse antwortet mit dem Stand einer Bestellung? Gefragt wird mit ?order_number=…",
  "Looks an order up by its number and gives its state and its day of delivery.":
    "Sucht eine Bestellung nach ihrer Nummer und nennt Stand und Liefertag.",
  "Order system": "Bestellsystem",
  "The agent looks orders up in your shop's system and needs its access token.":
    "Der Agent sucht Bestellungen im System Ihres Ladens und braucht dessen Zugangstoken.",

  "Property viewing": "Besichtigung",
  "Answers calls about a property, tells what is in the listing, and arranges viewings.":
    "Beantwortet Anrufe zu einer Immobilie, sagt, was im Angebot steht, und vereinbart Besichtigungen.",
  "Answers questions from the listing": "Beantwortet Fragen aus dem Angebot",
  "Asks what the caller looks for": "Fragt, was gesucht wird",
  "Arranges a viewing": "Vereinbart eine Besichtigung",
  "Treat every caller alike: do not ask for origin, religion, family or health (USA: Fair Housing Act).":
    "Alle gleich behandeln: nicht nach Herkunft, Religion, Familie oder Gesundheit fragen (USA: Fair Housing Act).",
  "Tell only what the listing says; promise nothing about price or availability.":
    "Nur sagen, was im Angebot steht; nichts zu Preis oder Verfügbarkeit versprechen.",
  "What is your agency called?": "Wie heißt Ihr Büro?",
  "Which property is it?": "Um welche Immobilie geht es?",
  "What does the listing say?": "Was steht im Angebot?",
  "On which days are viewings?": "An welchen Tagen wird besichtigt?",

  "Restaurant booking": "Reservierung im Restaurant",
  "Takes bookings of tables day and night, and answers questions about the house.":
    "Nimmt Tag und Nacht Reservierungen an und beantwortet Fragen zum Haus.",
  "Asks for day, time and number of guests": "Fragt nach Tag, Uhrzeit und Zahl der Gäste",
  "Notes allergies": "Notiert Allergien",
  "Confirms the booking, or cancels an older one": "Bestätigt die Reservierung oder storniert eine ältere",
  "Allergies are health data: write them down only for the booking, and delete them with it.":
    "Allergien sind Gesundheitsdaten: Nur für die Reservierung notieren und mit ihr löschen.",
  "What is your restaurant called?": "Wie heißt Ihr Restaurant?",
  "When are you open?": "Wann haben Sie geöffnet?",
  "Where are you?": "Wo sind Sie?",
  "How many guests can be booked by telephone at most?":
    "Für wie viele Gäste kann man am Telefon höchstens reservieren?",

  "Satisfaction survey": "Zufriedenheitsumfrage",
  "Asks customers for a score from 0 to 10, and unhappy ones for the reason.":
    "Fragt Kunden nach einer Note von 0 bis 10, und unzufriedene nach dem Grund.",
  "Asks whether now is a good moment": "Fragt, ob es gerade passt",
  "Asks for a score from 0 to 10": "Fragt nach einer Note von 0 bis 10",
  "Asks unhappy customers for the reason and offers a call back":
    "Fragt Unzufriedene nach dem Grund und bietet einen Rückruf an",
  "Do not sell anything in a survey: it would make the call an advertisement, with other rules.":
    "In einer Umfrage nichts verkaufen: Sonst wäre der Anruf Werbung, für die andere Regeln gelten.",
  "Accept a no at once.": "Ein Nein sofort annehmen.",
};

export const packs: Words["offers"] = { ...shelf, ...agents };
