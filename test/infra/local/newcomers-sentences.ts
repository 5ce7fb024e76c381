/** What newcomers say in the first talk, and what a fitting answer contains. */
export interface NewcomersSentence {
  language: "en" | "de";
  said: string;
  contains: RegExp;
  /** The conversation is over after it. */
  ends?: boolean;
}

const english: Omit<NewcomersSentence, "language">[] = [
  { said: "Hello?", contains: /^Hello/ },
  { said: "What can you do?", contains: /questions about Ringdown.*appointment.*person/s },
  { said: "hi, who are you", contains: /artificial voice without a language model.*this machine/s },
  { said: "Are you a real human being?", contains: /artificial voice and not a person/ },
  { said: "which AI model is behind you?", contains: /no language model/ },
  { said: "So what is this thing, Ringdown?", contains: /self-hosted voice-agent platform/ },
  { said: "How much does it cost me?", contains: /costs nothing.*open source/s },
  { said: "Is my data sent to the cloud?", contains: /leaves this machine/ },
  { said: "Are you recording this?", contains: /not recorded/ },
  { said: "Can I connect my Twilio account?", contains: /Twilio, Telnyx, Plivo and Vonage/ },
  { said: "how do i start my first campaign", contains: /Upload a file of contacts/ },
  { said: "How can I upload a PDF document?", contains: /upload a PDF/ },
  { said: "I want to know how to create my own agent", contains: /Open the console/ },
  { said: "What languages can you speak?", contains: /English and German/ },
  { said: "I'd like to make an appointment.", contains: /Which day suits you\?/ },
  { said: "Can I talk to a real person, please?", contains: /asked my colleagues/ },
  { said: "What's the weather like in Paris?", contains: /^I do not know that\./ },
  { said: "What happens if somebody says they don't want to be called?", contains: /never dialled again/ },
  { said: "Stop.", contains: /Goodbye/, ends: true },
  { said: "Please don't call me again.", contains: /Goodbye/, ends: true },
];

const german: Omit<NewcomersSentence, "language">[] = [
  { said: "Hallo?", contains: /^Guten Tag/ },
  { said: "Was kannst du alles?", contains: /Fragen zu Ringdown.*Termin.*Menschen/s },
  { said: "Wer bist du denn?", contains: /künstliche Stimme ohne Sprachmodell.*diesem Rechner/s },
  { said: "Bist du ein echter Mensch?", contains: /künstliche Stimme und kein Mensch/ },
  { said: "Welche KI steckt hinter dir?", contains: /kein Sprachmodell/ },
  { said: "Was ist Ringdown überhaupt?", contains: /Plattform für Sprachagenten/ },
  { said: "Was kostet mich das?", contains: /kostet nichts.*quelloffen/s },
  { said: "Gehen meine Daten in die Cloud?", contains: /verlässt diesen Rechner/ },
  { said: "Wird das Gespräch aufgezeichnet?", contains: /nicht als Ton aufgezeichnet/ },
  { said: "Funktioniert das auch mit Twilio?", contains: /Twilio, Telnyx, Plivo und Vonage/ },
  { said: "wie starte ich eine kampagne", contains: /Datei mit Kontakten/ },
  { said: "Kann ich eigene Dokumente hochladen?", contains: /Laden Sie ein PDF/ },
  { said: "Wie erstelle ich meinen eigenen Agenten?", contains: /Öffnen Sie die Konsole/ },
  { said: "Sprichst du auch Englisch?", contains: /Deutsch und Englisch/ },
  { said: "Ich hätte gern einen Termin.", contains: /Welcher Tag passt Ihnen\?/ },
  { said: "Kann ich mit einem Menschen sprechen?", contains: /Kollegen gefragt/ },
  { said: "Wie wird das Wetter morgen in Berlin?", contains: /^Das weiß ich nicht\./ },
  { said: "Was ist, wenn jemand nicht angerufen werden möchte?", contains: /Sperrliste/ },
  { said: "Stopp!", contains: /Auf Wiederhören/, ends: true },
  { said: "Danke, das war alles, tschüss.", contains: /Auf Wiederhören/, ends: true },
];

export const newcomersSentences: readonly NewcomersSentence[] = [
  ...english.map((each) => ({ ...each, language: "en" as const })),
  ...german.map((each) => ({ ...each, language: "de" as const })),
];
