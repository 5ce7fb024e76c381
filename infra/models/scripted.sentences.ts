/** The sentences that the stand-in says where a prompt holds instructions instead of words to the person. */
export interface Sentences {
  /** Said to a person who has heard nothing yet. */
  opening: string;
  hello: string;
  thanks: string;
  /** Each reply asks the next of them; the last is repeated. */
  questions: readonly [string, ...string[]];
  goodbye: string;
}

const ENGLISH: Sentences = {
  opening: "Hello, how can I help you?",
  hello: "Hello!",
  thanks: "Thank you.",
  questions: ["Do you have a question about that?", "Is there anything else that I can do for you?"],
  goodbye: "Thank you for your time. Goodbye.",
};

const BY_LANGUAGE: Readonly<Record<string, Sentences>> = {
  en: ENGLISH,
  de: {
    opening: "Guten Tag, wie kann ich Ihnen helfen?",
    hello: "Guten Tag!",
    thanks: "Vielen Dank.",
    questions: ["Haben Sie dazu eine Frage?", "Kann ich sonst noch etwas für Sie tun?"],
    goodbye: "Vielen Dank für Ihre Zeit. Auf Wiederhören.",
  },
  es: {
    opening: "Buenos días, ¿en qué puedo ayudarle?",
    hello: "¡Hola!",
    thanks: "Muchas gracias.",
    questions: ["¿Tiene alguna pregunta?", "¿Puedo hacer algo más por usted?"],
    goodbye: "Gracias por su tiempo. Adiós.",
  },
  fr: {
    opening: "Bonjour, comment puis-je vous aider ?",
    hello: "Bonjour !",
    thanks: "Merci beaucoup.",
    questions: ["Avez-vous une question ?", "Puis-je faire autre chose pour vous ?"],
    goodbye: "Merci de votre temps. Au revoir.",
  },
  hi: {
    opening: "नमस्ते, मैं आपकी क्या मदद करूँ?",
    hello: "नमस्ते!",
    thanks: "धन्यवाद।",
    questions: ["क्या आपका कोई सवाल है?", "क्या मैं आपके लिए कुछ और कर सकती हूँ?"],
    goodbye: "समय देने के लिए धन्यवाद। नमस्ते।",
  },
};

/** Returns the sentences of a language, or the English ones where it has none. */
export const chooseSentences = (language: string): Sentences =>
  BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? ENGLISH;

const GOODBYE = /\b(?:good ?bye|bye|tschüss|adiós|au revoir)\b|auf wieder(?:hören|sehen)|अलविदा/iu;
const HELLO =
  /^(?:hello|hi|hey|good (?:morning|afternoon|evening)|hallo|guten|hola|buen[oa]s|allô|bonjour|नमस्ते|हैलो)(?![\p{L}\p{M}])/iu;

/** Distinguishes greetings and goodbyes from other words, because they are answered differently. */
export const classifyWords = (said: string): "hello" | "goodbye" | "other" => {
  if (GOODBYE.test(said)) return "goodbye";
  return HELLO.test(said.trim()) ? "hello" : "other";
};
