/** What a person asks for with one word: no more texts, texts again, or who writes at all. */
export const MESSAGE_KEYWORDS = ["stop", "start", "help"] as const;
export type MessageKeyword = (typeof MESSAGE_KEYWORDS)[number];

/** A text that is nothing but a keyword, and the language in which it is answered. */
export interface ReadKeyword {
  keyword: MessageKeyword;
  language: string;
}

/**
 * The words by language (ISO 639-1), folded as `foldText` does. Those of English stand first: carriers take them in every country, and a
 * word of several languages is answered in the first.
 */
const WORDS: readonly (ReadKeyword & { words: string })[] = [
  {
    language: "en",
    keyword: "stop",
    words:
      "stop, stop all, stopall, unsubscribe, cancel, end, quit, revoke, opt out, optout, opt-out, remove, remove me, leave me alone, stop please, please stop, no more",
  },
  {
    language: "de",
    keyword: "stop",
    words: "stopp, stoppen, bitte stopp, abmelden, abbestellen, austragen, kundigen, ende, aufhoren, abbruch",
  },
  {
    language: "es",
    keyword: "stop",
    words: "baja, parar, alto, salir, cancelar, darme de baja, no mas, detener, pare",
  },
  {
    language: "fr",
    keyword: "stop",
    words: "arret, arreter, arretez, desabonner, desinscrire, desinscription, desabonnement, fin, annuler",
  },
  { language: "it", keyword: "stop", words: "ferma, fermare, basta, disiscrivi, cancella, annulla" },
  { language: "pt", keyword: "stop", words: "sair, descadastrar, remover, pare por favor, nao quero mais, encerrar" },
  { language: "nl", keyword: "stop", words: "stoppen maar, afmelden, uitschrijven, opzeggen, einde" },
  { language: "pl", keyword: "stop", words: "wypisz, rezygnuje, koniec, zatrzymaj, anuluj" },
  { language: "sv", keyword: "stop", words: "stoppa, avsluta, avregistrera, sluta" },
  { language: "da", keyword: "stop", words: "afmeld, framelding, afslut" },
  { language: "nb", keyword: "stop", words: "avmeld, slutt, avslutt" },
  { language: "fi", keyword: "stop", words: "lopeta, peruuta" },
  { language: "cs", keyword: "stop", words: "odhlasit, konec, zrusit" },
  { language: "ro", keyword: "stop", words: "dezabonare, opreste, anuleaza" },
  { language: "hu", keyword: "stop", words: "leiratkozas, leiratkozom" },
  { language: "tr", keyword: "stop", words: "iptal, durdur" },
  { language: "el", keyword: "stop", words: "στοπ, διακοπη, διαγραφη" },
  { language: "ru", keyword: "stop", words: "стоп, отписаться, отписка, отмена" },
  { language: "uk", keyword: "stop", words: "відписатися, відписка, скасувати" },
  {
    language: "hi",
    keyword: "stop",
    words: "अनसब्सक्राइब, बंद, बंद करो, बंद करें, रोकें, रोको, रुको, स्टॉप, band karo, band kare",
  },
  { language: "ar", keyword: "stop", words: "توقف, الغاء, إلغاء, قف, ايقاف, إيقاف" },
  { language: "he", keyword: "stop", words: "הסר, עצור, הפסק" },
  { language: "zh", keyword: "stop", words: "退订, 退訂, 停止, 取消" },
  { language: "ja", keyword: "stop", words: "ストップ, 解除, 配信停止" },
  { language: "ko", keyword: "stop", words: "수신거부, 중지, 그만" },
  { language: "en", keyword: "start", words: "start, unstop, subscribe, opt in, optin" },
  { language: "de", keyword: "start", words: "anmelden, beginnen" },
  { language: "es", keyword: "start", words: "alta, empezar, comenzar" },
  { language: "fr", keyword: "start", words: "commencer, reabonner, demarrer" },
  { language: "it", keyword: "start", words: "inizia, iscrivi" },
  { language: "hi", keyword: "start", words: "शुरू, शुरू करें, स्टार्ट" },
  { language: "en", keyword: "help", words: "help, info" },
  { language: "de", keyword: "help", words: "hilfe" },
  { language: "es", keyword: "help", words: "ayuda" },
  { language: "fr", keyword: "help", words: "aide" },
  { language: "it", keyword: "help", words: "aiuto" },
  { language: "hi", keyword: "help", words: "मदद, सहायता" },
];

/** Folds case, accents and the marks around words, which people leave out or add. */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}-]+/gu, " ")
    .trim();

/** Of a word that several languages have, the first stays. */
const BY_WORD: ReadonlyMap<string, ReadKeyword> = new Map(
  WORDS.toReversed().flatMap(({ words, keyword, language }) =>
    words.split(",").map((word): [string, ReadKeyword] => [foldText(word), { keyword, language }]),
  ),
);

/** Sentences that ask for no more texts, where no single word does. */
const ASKS = new RegExp(
  [
    String.raw`\b(?:stop|don't|do not|never) (?:text|texting|message|messaging|write|writing|contact|contacting|sms|call|calling)\b`,
    String.raw`\b(?:take|remove|delete) (?:me|my number|this number) (?:off|from)\b`,
    String.raw`\b(?:schreiben|kontaktieren) sie (?:mich|mir) (?:bitte )?(?:nie|nicht)\b`,
    String.raw`^(?:bitte )?keine (?:sms|nachrichten|texte) mehr\b`,
    String.raw`\bno (?:me|nos) (?:escriban?|env(?:i|í)en|manden|contacten) mas\b`,
    String.raw`\bne (?:m'|m )?(?:ecrivez|contactez|envoyez) plus\b`,
  ].join("|"),
  "u",
);

/**
 * Reads a text that is one of the words, whatever its case, accents and marks, or a sentence that plainly asks for no more; null: it is
 * neither. A word within a longer text means what the text says.
 */
export const readKeyword = (body: string): ReadKeyword | null => {
  const folded = foldText(body);
  const known = BY_WORD.get(folded);
  if (known) return known;
  const plain = body
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'");
  return ASKS.test(plain) ? { keyword: "stop", language: "en" } : null;
};

const STOP_ANSWERS: Readonly<Record<string, string>> = {
  en: "You get no more messages or calls from us. Reply START to get them again.",
  de: "Sie erhalten von uns keine Nachrichten und Anrufe mehr. Antworten Sie START, um sie wieder zu erhalten.",
  es: "No recibirá más mensajes ni llamadas nuestros. Responda ALTA para volver a recibirlos.",
  fr: "Vous ne recevrez plus de messages ni d'appels de notre part. Répondez START pour en recevoir à nouveau.",
  it: "Non riceverà più messaggi né chiamate da noi. Risponda START per riceverli di nuovo.",
  pt: "Você não receberá mais mensagens nem ligações nossas. Responda START para voltar a receber.",
  nl: "U krijgt geen berichten en oproepen meer van ons. Antwoord START om ze weer te krijgen.",
  hi: "अब आपको हमसे कोई संदेश या कॉल नहीं मिलेगा। फिर से पाने के लिए START लिखें।",
};
const START_ANSWERS: Readonly<Record<string, string>> = {
  en: "You get messages from us again. Reply STOP to end them.",
  de: "Sie erhalten wieder Nachrichten von uns. Antworten Sie STOPP, um sie zu beenden.",
  es: "Volverá a recibir mensajes nuestros. Responda BAJA para no recibirlos.",
  fr: "Vous recevrez à nouveau nos messages. Répondez STOP pour ne plus en recevoir.",
  it: "Riceverà di nuovo i nostri messaggi. Risponda STOP per non riceverli.",
  hi: "अब आपको हमारे संदेश फिर से मिलेंगे। बंद करने के लिए STOP लिखें।",
};
const HELP_ANSWERS: Readonly<Record<string, string>> = {
  en: "This number belongs to {name}. Reply STOP to get no more messages.",
  de: "Diese Nummer gehört {name}. Antworten Sie STOPP, um keine Nachrichten mehr zu erhalten.",
  es: "Este número es de {name}. Responda BAJA para no recibir más mensajes.",
  fr: "Ce numéro appartient à {name}. Répondez STOP pour ne plus recevoir de messages.",
  it: "Questo numero è di {name}. Risponda STOP per non ricevere altri messaggi.",
  hi: "यह नंबर {name} का है। संदेश बंद करने के लिए STOP लिखें।",
};
const ANSWERS = { stop: STOP_ANSWERS, start: START_ANSWERS, help: HELP_ANSWERS };

/** Returns the one answer to a keyword, in its language where there is a sentence, else in English. */
export const answerKeyword = ({ keyword, language }: ReadKeyword, organization: string): string =>
  (ANSWERS[keyword][language] ?? ANSWERS[keyword]["en"] ?? "").replace("{name}", organization);
