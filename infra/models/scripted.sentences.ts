/** The sentences that the stand-in says where a prompt holds instructions instead of words to the person. */
export interface Sentences {
  /** Said to a person who has heard nothing yet. */
  opening: string;
  hello: string;
  thanks: string;
  /** Each reply asks the next of them; the last is repeated. */
  questions: readonly [string, ...string[]];
  goodbye: string;
  /** Said where the documents do not answer a question, or there are none. */
  unknown: string;
  /** Said where something was said that is no question and fits nothing. */
  unclear: string;
  /** Asked after `unknown` where people can be asked. */
  offerPeople: string;
  /** Said when people were asked. */
  asked: string;
  /** Tells people what somebody wants; `…` is their words. */
  wish: string;
  /** Said where documents are still being processed. */
  stillReading: string;
}

const ENGLISH: Sentences = {
  opening: "Hello, how can I help you?",
  hello: "Hello!",
  thanks: "Thank you.",
  questions: ["Do you have a question about that?", "Is there anything else that I can do for you?"],
  goodbye: "Thank you for your time. Goodbye.",
  unknown: "I do not know that.",
  unclear: "I am not sure what you mean. What would you like to know?",
  offerPeople: "Shall I ask a person?",
  asked: "I have asked my colleagues, and come back to it when they answer.",
  wish: "Somebody would like to talk to a person and said: “…”",
  stillReading: "I am still reading my documents. Please ask me that again in a minute.",
};

const BY_LANGUAGE: Readonly<Record<string, Sentences>> = {
  en: ENGLISH,
  de: {
    opening: "Guten Tag, wie kann ich Ihnen helfen?",
    hello: "Guten Tag!",
    thanks: "Vielen Dank.",
    questions: ["Haben Sie dazu eine Frage?", "Kann ich sonst noch etwas für Sie tun?"],
    goodbye: "Vielen Dank für Ihre Zeit. Auf Wiederhören.",
    unknown: "Das weiß ich nicht.",
    unclear: "Ich bin nicht sicher, was Sie meinen. Was möchten Sie wissen?",
    offerPeople: "Soll ich einen Menschen fragen?",
    asked: "Ich habe meine Kollegen gefragt und komme darauf zurück, sobald sie antworten.",
    wish: "Jemand möchte mit einem Menschen sprechen und sagte: „…“",
    stillReading: "Ich lese meine Dokumente noch. Bitte fragen Sie mich das in einer Minute noch einmal.",
  },
  es: {
    opening: "Buenos días, ¿en qué puedo ayudarle?",
    hello: "¡Hola!",
    thanks: "Muchas gracias.",
    questions: ["¿Tiene alguna pregunta?", "¿Puedo hacer algo más por usted?"],
    goodbye: "Gracias por su tiempo. Adiós.",
    unknown: "Eso no lo sé.",
    unclear: "No estoy segura de lo que quiere decir. ¿Qué le gustaría saber?",
    offerPeople: "¿Quiere que pregunte a una persona?",
    asked: "He preguntado a mis compañeros y volveré sobre ello cuando respondan.",
    wish: "Alguien quiere hablar con una persona y ha dicho: «…»",
    stillReading: "Todavía estoy leyendo mis documentos. Pregúntemelo de nuevo en un minuto, por favor.",
  },
  fr: {
    opening: "Bonjour, comment puis-je vous aider ?",
    hello: "Bonjour !",
    thanks: "Merci beaucoup.",
    questions: ["Avez-vous une question ?", "Puis-je faire autre chose pour vous ?"],
    goodbye: "Merci de votre temps. Au revoir.",
    unknown: "Je ne le sais pas.",
    unclear: "Je ne suis pas sûre de comprendre. Que souhaitez-vous savoir ?",
    offerPeople: "Voulez-vous que je demande à une personne ?",
    asked: "J'ai demandé à mes collègues, et j'y reviendrai dès qu'ils répondront.",
    wish: "Quelqu'un souhaite parler à une personne et a dit : « … »",
    stillReading: "Je lis encore mes documents. Reposez-moi la question dans une minute, s'il vous plaît.",
  },
  hi: {
    opening: "नमस्ते, मैं आपकी क्या मदद करूँ?",
    hello: "नमस्ते!",
    thanks: "धन्यवाद।",
    questions: ["क्या आपका कोई सवाल है?", "क्या मैं आपके लिए कुछ और कर सकती हूँ?"],
    goodbye: "समय देने के लिए धन्यवाद। नमस्ते।",
    unknown: "यह मुझे नहीं पता।",
    unclear: "मैं ठीक से समझ नहीं पाई। आप क्या जानना चाहेंगे?",
    offerPeople: "क्या मैं किसी व्यक्ति से पूछूँ?",
    asked: "मैंने अपने साथियों से पूछा है, जवाब मिलते ही बताऊँगी।",
    wish: "कोई किसी व्यक्ति से बात करना चाहता है और कहा: “…”",
    stillReading: "मैं अभी अपने दस्तावेज़ पढ़ रही हूँ। कृपया एक मिनट में फिर पूछें।",
  },
};

/** Returns the sentences of a language, or the English ones where it has none. */
export const chooseSentences = (language: string): Sentences =>
  BY_LANGUAGE[language.slice(0, 2).toLowerCase()] ?? ENGLISH;

const GOODBYE = /\b(?:good ?bye|bye|tschüss|adiós|au revoir)\b|auf wieder(?:hören|sehen)|अलविदा/iu;
const HELLO =
  /^(?:hello|hi|hey|good (?:morning|afternoon|evening)|hallo|guten|hola|buen[oa]s|allô|bonjour|नमस्ते|हैलो)(?![\p{L}\p{M}])/iu;

/** Nothing but the wish that the agent stops; "How do I stop a campaign?" is none. */
const STOP =
  /^(?:(?:please|bitte|okay|ok|por favor)[, ]+)?(?:stop|stopp|stop (?:it|talking|that)|hör(?:en sie)? (?:bitte )?auf|aufhören|schluss|sei still|basta|para|pare|arrête[zr]?|रुको|रुकिए|बस)(?:[, ]+(?:please|bitte|por favor|s'il vous plaît))?[.! ]*$/iu;
/** What an edge says that is taken when the person wants to end. */
const ENDING = /goodbye|\bbye\b|verabschied|wiederhören|tschüss|despid|adiós|au revoir|अलविदा/iu;

/** Tells whether an edge is there for people who say goodbye. */
export const isForGoodbye = ({ label, condition }: { label: string; condition: string }): boolean =>
  ENDING.test(`${label} ${condition}`);

/** Distinguishes greetings and goodbyes from other words, because they are answered differently. */
export const classifyWords = (said: string): "hello" | "goodbye" | "other" => {
  if (GOODBYE.test(said) || STOP.test(said.trim().slice(0, 100))) return "goodbye";
  return HELLO.test(said.trim()) ? "hello" : "other";
};
