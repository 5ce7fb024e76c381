import { type HeardLanguage, toHeardLanguage } from "./heard/fold-words.ts";

/** What is said in a warm transfer to the caller who waits, and to the person who is to take the call. */
export interface TransferWords {
  /** While the caller waits, the first time and later. */
  hold: string;
  stillHolding: string;
  /** To the person, before the briefing. */
  intro: string;
  /** What they can do. */
  ask: string;
  askAgain: string;
  connecting: string;
  declined: string;
  callerLeft: string;
}

const WORDS: Readonly<Record<Exclude<HeardLanguage, "hi">, TransferWords>> = {
  en: {
    hold: "One moment please, I am trying to reach somebody for you.",
    stillHolding: "Please stay on the line, I am still trying.",
    intro: "Hello, this is the assistant. I have a caller for you.",
    ask: "Press 1 or say yes to take the call, press 2 or say no to decline.",
    askAgain: "Do you take the call? Press 1 for yes, or 2 for no.",
    connecting: "Thank you, I am connecting you.",
    declined: "All right, thank you. Goodbye.",
    callerLeft: "The caller does not wait any more. Thank you, goodbye.",
  },
  de: {
    hold: "Einen Moment bitte, ich versuche jemanden für Sie zu erreichen.",
    stillHolding: "Bitte bleiben Sie in der Leitung, ich versuche es weiter.",
    intro: "Hallo, hier ist der Assistent. Ich habe einen Anruf für Sie.",
    ask: "Drücken Sie 1 oder sagen Sie Ja, um das Gespräch anzunehmen, 2 oder Nein, um es abzulehnen.",
    askAgain: "Nehmen Sie das Gespräch an? Drücken Sie 1 für Ja oder 2 für Nein.",
    connecting: "Danke, ich verbinde Sie.",
    declined: "In Ordnung, danke. Auf Wiederhören.",
    callerLeft: "Der Anrufer wartet nicht mehr. Danke, auf Wiederhören.",
  },
  es: {
    hold: "Un momento, por favor, intento localizar a alguien para usted.",
    stillHolding: "Por favor, siga en línea, lo sigo intentando.",
    intro: "Hola, soy el asistente. Tengo una llamada para usted.",
    ask: "Pulse 1 o diga sí para atender la llamada, pulse 2 o diga no para rechazarla.",
    askAgain: "¿Atiende la llamada? Pulse 1 para sí o 2 para no.",
    connecting: "Gracias, le conecto.",
    declined: "De acuerdo, gracias. Adiós.",
    callerLeft: "La persona que llamaba ya no espera. Gracias, adiós.",
  },
  fr: {
    hold: "Un instant, s'il vous plaît, j'essaie de joindre quelqu'un pour vous.",
    stillHolding: "Restez en ligne, s'il vous plaît, j'essaie encore.",
    intro: "Bonjour, ici l'assistant. J'ai un appel pour vous.",
    ask: "Appuyez sur 1 ou dites oui pour prendre l'appel, sur 2 ou dites non pour le refuser.",
    askAgain: "Prenez-vous l'appel ? Appuyez sur 1 pour oui ou 2 pour non.",
    connecting: "Merci, je vous mets en relation.",
    declined: "Très bien, merci. Au revoir.",
    callerLeft: "La personne n'attend plus. Merci, au revoir.",
  },
};

/** Returns the words in a language, in English where it has none. */
export const chooseTransferWords = (language: string): TransferWords => {
  const heard = toHeardLanguage(language);
  return WORDS[heard === "hi" ? "en" : heard];
};
