/** The sentences that an agent uses where its definition has none. */
export interface Phrases {
  still_there: string;
  goodbye: string;
  one_moment: string;
  say_again: string;
  cannot_go_on: string;
  time_is_up: string;
  /** After a person had taken the call over. */
  back_again: string;
}

const ENGLISH: Phrases = {
  still_there: "Are you still there?",
  goodbye: "Goodbye.",
  one_moment: "One moment, please.",
  say_again: "I am sorry, something went wrong here. Could you say that again?",
  cannot_go_on: "I am sorry, I cannot go on because of a technical problem. Goodbye.",
  time_is_up: "I am sorry, our time is up. Goodbye.",
  back_again: "You are talking with the assistant again. What else can I do for you?",
};

const BY_LANGUAGE: Readonly<Record<string, Phrases>> = {
  en: ENGLISH,
  de: {
    still_there: "Sind Sie noch da?",
    goodbye: "Auf Wiederhören.",
    one_moment: "Einen Moment, bitte.",
    say_again: "Entschuldigung, hier ist etwas schiefgegangen. Könnten Sie das bitte wiederholen?",
    cannot_go_on: "Entschuldigung, wegen einer technischen Störung kann ich nicht weitersprechen. Auf Wiederhören.",
    time_is_up: "Leider ist unsere Zeit um. Auf Wiederhören.",
    back_again: "Sie sprechen wieder mit dem Assistenten. Was kann ich noch für Sie tun?",
  },
  es: {
    still_there: "¿Sigue ahí?",
    goodbye: "Adiós.",
    one_moment: "Un momento, por favor.",
    say_again: "Lo siento, algo ha fallado. ¿Podría repetirlo?",
    cannot_go_on: "Lo siento, no puedo continuar por un problema técnico. Adiós.",
    time_is_up: "Lo siento, se nos ha acabado el tiempo. Adiós.",
    back_again: "Vuelve a hablar con el asistente. ¿Qué más puedo hacer por usted?",
  },
  fr: {
    still_there: "Êtes-vous toujours là ?",
    goodbye: "Au revoir.",
    one_moment: "Un instant, s'il vous plaît.",
    say_again: "Je suis désolé, un problème est survenu. Pourriez-vous répéter ?",
    cannot_go_on: "Je suis désolé, un problème technique m'empêche de continuer. Au revoir.",
    time_is_up: "Je suis désolé, notre temps est écoulé. Au revoir.",
    back_again: "Vous parlez de nouveau avec l'assistant. Que puis-je encore faire pour vous ?",
  },
};

/**
 * Returns the phrases of a language, each replaced by the agent's own where it has one; English where the language has
 * none.
 */
export const choosePhrases = (
  language: string,
  own: Readonly<Partial<Record<keyof Phrases, string | null>>>,
): Phrases => {
  const phrases = BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? ENGLISH;
  const pick = (name: keyof Phrases): string => own[name] ?? phrases[name];
  return {
    still_there: pick("still_there"),
    goodbye: pick("goodbye"),
    one_moment: pick("one_moment"),
    say_again: pick("say_again"),
    cannot_go_on: pick("cannot_go_on"),
    time_is_up: pick("time_is_up"),
    back_again: pick("back_again"),
  };
};
