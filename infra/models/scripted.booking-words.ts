import type { HeardLanguage } from "../../domain/conversation/heard/fold-words.ts";

/** The sentences with which days, times and names are asked for and said back. */
export interface BookingWords {
  asks: { date: string; time: string; name: string };
  /** Begins what is said back. */
  so: string;
  /** How each is said back; `…` is its value. */
  parts: { date: string; time: string; name: string };
  isThatRight: string;
  /** Asked after a no without anything else. */
  whatElse: string;
  noted: string;
}

export const BOOKINGS: Readonly<Record<HeardLanguage, BookingWords>> = {
  en: {
    asks: { date: "Which day suits you?", time: "At what time?", name: "What name may I note?" },
    so: "So that is",
    parts: { date: "…", time: "at …", name: "for …" },
    isThatRight: "Is that right?",
    whatElse: "What shall I change: the day, the time or the name?",
    noted: "It is noted.",
  },
  de: {
    asks: {
      date: "Welcher Tag passt Ihnen?",
      time: "Um wie viel Uhr?",
      name: "Auf welchen Namen darf ich es notieren?",
    },
    so: "Also",
    parts: { date: "…", time: "um …", name: "auf den Namen …" },
    isThatRight: "Ist das richtig?",
    whatElse: "Was soll ich ändern: den Tag, die Uhrzeit oder den Namen?",
    noted: "Ich habe es notiert.",
  },
  es: {
    asks: { date: "¿Qué día le viene bien?", time: "¿A qué hora?", name: "¿A qué nombre lo anoto?" },
    so: "Entonces es",
    parts: { date: "…", time: "a las …", name: "a nombre de …" },
    isThatRight: "¿Es correcto?",
    whatElse: "¿Qué cambio: el día, la hora o el nombre?",
    noted: "Queda anotado.",
  },
  fr: {
    asks: { date: "Quel jour vous convient ?", time: "À quelle heure ?", name: "À quel nom puis-je le noter ?" },
    so: "C'est donc",
    parts: { date: "…", time: "à …", name: "au nom de …" },
    isThatRight: "Est-ce exact ?",
    whatElse: "Que dois-je changer : le jour, l'heure ou le nom ?",
    noted: "C'est noté.",
  },
  hi: {
    asks: { date: "आपको कौन सा दिन ठीक रहेगा?", time: "कितने बजे?", name: "मैं किस नाम से लिखूँ?" },
    so: "तो यह है",
    parts: { date: "…", time: "…", name: "… के नाम से" },
    isThatRight: "क्या यह सही है?",
    whatElse: "मैं क्या बदलूँ: दिन, समय या नाम?",
    noted: "मैंने लिख लिया है।",
  },
};
