const english = {
  title: (agent: string) => `Talk to ${agent}`,
  ready: "Ready when you are.",
  connecting: "Connecting…",
  listening: "Listening",
  speaking: "Speaking",
  thinking: "Thinking…",
  reconnecting: "The connection was lost. Joining again…",
  over: "The conversation is over.",
  gone: "This conversation is over, or its link is not valid.",
  unreachable: "The server cannot be reached. Try again in a moment.",
  start: "Start talking",
  end: "End",
  mute: "Mute",
  unmute: "Unmute",
  send: "Send",
  write: "Write instead",
  level: "Microphone",
  you: "You",
  latency: (ms: number) => `after ${ms} ms`,
  noRecognition: "This browser does not recognise speech: write your words.",
  noMicrophone: "The microphone cannot be used: write your words, or allow it in the browser.",
  noVoice: "This browser has no voice: read the answers.",
};
export type Words = typeof english;

const german: Words = {
  title: (agent) => `Mit ${agent} sprechen`,
  ready: "Es kann losgehen.",
  connecting: "Verbindung wird aufgebaut…",
  listening: "Hört zu",
  speaking: "Spricht",
  thinking: "Denkt nach…",
  reconnecting: "Die Verbindung ist abgebrochen. Es wird neu verbunden…",
  over: "Das Gespräch ist beendet.",
  gone: "Dieses Gespräch ist beendet, oder der Link ist ungültig.",
  unreachable: "Der Server ist nicht erreichbar. Bitte gleich noch einmal versuchen.",
  start: "Gespräch beginnen",
  end: "Beenden",
  mute: "Stumm",
  unmute: "Ton an",
  send: "Senden",
  write: "Stattdessen schreiben",
  level: "Mikrofon",
  you: "Sie",
  latency: (ms) => `nach ${ms} ms`,
  noRecognition: "Dieser Browser erkennt keine Sprache: Bitte schreiben Sie.",
  noMicrophone: "Das Mikrofon ist nicht verfügbar: Bitte schreiben Sie, oder erlauben Sie es im Browser.",
  noVoice: "Dieser Browser hat keine Stimme: Bitte lesen Sie die Antworten.",
};

/** In the viewer's language, where it is known. */
export const words: Words = navigator.language.startsWith("de") ? german : english;
export const language = words === german ? "de" : "en";
