import { foldWords, type HeardLanguage, wholeWords } from "./fold-words.ts";

/** Matches from the beginning of what was said, after a greeting. */
const QUESTION: Readonly<Record<HeardLanguage, string>> = {
  en: "what|what's|who|who's|how|how's|why|when|where|which|whose|can|could|do|does|did|is|are|was|will|would|should|may|have you|has|am i|tell me|explain|describe|show me|i want to know|i would like to know|i'd like to know|i have a question about|give me an example",
  de: "was|wer|wie|warum|wieso|weshalb|wann|wo|wohin|woher|womit|wofur|welche[rsnm]?|kann|kannst|konnen|konnte|ist|sind|bist|hat|hast|haben|gibt|darf|muss|soll|wird|wirst|werden|brauche ich|erzahl|erzahle|erzahlen sie|erklar|erklare|erklaren sie|sag mir|sagen sie mir|zeig mir|ich will wissen|ich mochte wissen|ich wusste gern",
  es: "que|quien|como|por que|cuando|donde|cual|cuanto|cuanta|cuesta|puede|puedes|puedo|es|eres|hay|tiene|tienes|dime|digame|explica|explique|quiero saber",
  fr: "que|qu'est|qui|comment|pourquoi|quand|ou|quel|quelle|combien|est ce|peut|peux|pouvez|puis je|es tu|etes vous|avez vous|y a|dis moi|dites moi|explique|expliquez|je voudrais savoir",
  hi: "क्या|कौन|कैसे|क्यों|कब|कहाँ|कहां|कौन सा|कितना|कितने|बताइए|बताओ|बताएँ|समझाइए",
};
const GREETING =
  "(?:(?:hello|hi|hey|okay|ok|so|well|and|but|good (?:morning|afternoon|evening)|hallo|guten (?:tag|morgen|abend)|also|und|ja|aber|moment|hola|buenos dias|bueno|y|bonjour|alors|et|नमस्ते|अच्छा)[,.! ]+){0,3}";
/** Hindi asks at any place of a sentence. */
const ASKED: Readonly<Record<HeardLanguage, RegExp>> = {
  en: new RegExp(`^${GREETING}(?:${QUESTION.en})(?![\\p{L}\\p{M}])`, "u"),
  de: new RegExp(`^${GREETING}(?:${QUESTION.de})(?![\\p{L}\\p{M}])`, "u"),
  es: new RegExp(`^${GREETING}(?:${QUESTION.es})(?![\\p{L}\\p{M}])`, "u"),
  fr: new RegExp(`^${GREETING}(?:${QUESTION.fr})(?![\\p{L}\\p{M}])`, "u"),
  hi: wholeWords(QUESTION.hi),
};

/** Tells whether words ask for something to be known, by their mark or by how they begin. */
export const asksSomething = (said: string, language: HeardLanguage): boolean => {
  const folded = foldWords(said);
  return folded.endsWith("?") || folded.includes("? ") || folded.search(ASKED[language]) !== -1;
};

const PERSON: Readonly<Record<HeardLanguage, string>> = {
  en: "(?:a|the|some|any) (?:real |actual |live )?(?:person|human|human being|colleague|agent who is human|employee|operator|representative|manager|supervisor)|somebody|someone|a human|your colleagues|customer service",
  de: "(?:einen?|einer|einem|den|dem|der) (?:echten? |richtigen? |menschlichen? )?(?:mensch(?:en)?|person|mitarbeiter(?:in)?|kolleg(?:e|en|in)|berater(?:in)?|chef(?:in)?|vorgesetzten?)|jemand(?:en|em)?|ihren kollegen|kundendienst",
  es: "(?:una|un|la|el) (?:persona|humano|agente humano|empleado|companero|operador|encargado)|alguien|atencion al cliente",
  fr: "(?:une|un|la|le) (?:vraie )?(?:personne|humain|etre humain|collegue|conseiller|conseillere|employe|responsable)|quelqu'un|service client",
  hi: "(?:किसी )?(?:इंसान|व्यक्ति|आदमी|कर्मचारी|अधिकारी)|किसी",
};
const SPEAKING: Readonly<Record<HeardLanguage, string>> = {
  en: "talk|speak|connect|transfer|put|pass|reach|get|call|contact|ask|message|chat|have",
  de: "sprech\\p{L}*|red\\p{L}*|verbind\\p{L}*|weiterleit\\p{L}*|durchstell\\p{L}*|geb\\p{L}*|hol\\p{L}*|frag\\p{L}*|erreich\\p{L}*|kontakt\\p{L}*",
  es: "habl\\p{L}*|pas\\p{L}*|conect\\p{L}*|comunic\\p{L}*|pregunt\\p{L}*|pong\\p{L}*",
  fr: "parl\\p{L}*|pass\\p{L}*|mett\\p{L}*|joindre|contact\\p{L}*|demand\\p{L}*",
  hi: "बात|मिल\\p{L}*|जोड़\\p{L}*|पूछ\\p{L}*",
};
const WANTED =
  "a human|human please|real person please|einen menschen|echter mensch bitte|una persona|un humain|une personne";

/** Tells whether somebody wants a person instead of a machine: "can I speak to a human?", "ich will mit jemandem reden". */
export const wantsPerson = (said: string, language: HeardLanguage): boolean => {
  const folded = foldWords(said);
  const isAlone = new RegExp(`^(?:${WANTED})[ ,.!]*(?:please|bitte|por favor|s'il vous plait)?[.!]*$`, "u").test(
    folded,
  );
  return isAlone || (has(folded, PERSON[language]) && has(folded, SPEAKING[language]));
};

const YES: Readonly<Record<HeardLanguage, string>> = {
  en: "yes|yeah|yep|yup|sure|correct|right|exactly|perfect|okay|ok|fine|that's right|sounds good|great|confirm|confirmed|absolutely|please do",
  de: "ja|jawohl|jo|genau|richtig|stimmt|korrekt|passt|perfekt|gut|okay|ok|einverstanden|klar|gern|gerne|bestatig\\p{L}*|in ordnung|super",
  es: "si|correcto|exacto|perfecto|claro|vale|de acuerdo|esta bien|eso es|confirmo",
  fr: "oui|exact|exactement|correct|parfait|d'accord|c'est ca|c'est bon|tres bien|je confirme",
  hi: "हाँ|हां|जी|सही|ठीक|बिल्कुल|पक्का",
};
const NO: Readonly<Record<HeardLanguage, string>> = {
  en: "no|nope|nah|not|wrong|incorrect|don't|isn't|rather|instead|change",
  de: "nein|nee|nicht|falsch|doch nicht|lieber|stattdessen|kein\\p{L}*|andern?",
  es: "no|incorrecto|mal|mejor|cambiar",
  fr: "non|pas|faux|plutot|changer",
  hi: "नहीं|गलत|बदल\\p{L}*",
};

/** Reads a short answer: what says both is a no, because it corrects something. Null: it is neither. */
export const readYesOrNo = (said: string, language: HeardLanguage): boolean | null => {
  const folded = foldWords(said);
  if (has(folded, NO[language])) return false;
  return has(folded, YES[language]) ? true : null;
};

const has = (folded: string, pattern: string): boolean => folded.search(wholeWords(pattern)) !== -1;
