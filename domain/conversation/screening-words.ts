import type { AgentSettings } from "../agent/agent-settings.ts";
import { foldWords, type HeardLanguage, toHeardLanguage, wholeWords } from "./heard/fold-words.ts";

/** What is said to a service that asks who calls and why, in one sentence. */
const ANSWERS: Readonly<
  Record<HeardLanguage, { named(name: string): string; with(name: string, reason: string): string }>
> = {
  en: {
    named: (name) => `This is ${name}.`,
    with: (name, reason) => `This is ${name}, calling about ${reason}.`,
  },
  de: {
    named: (name) => `Hier ist ${name}.`,
    with: (name, reason) => `Hier ist ${name}, es geht um ${reason}.`,
  },
  es: {
    named: (name) => `Le llamamos de ${name}.`,
    with: (name, reason) => `Le llamamos de ${name} por lo siguiente: ${reason}.`,
  },
  fr: {
    named: (name) => `C'est ${name}.`,
    with: (name, reason) => `C'est ${name}, au sujet de : ${reason}.`,
  },
  hi: {
    named: (name) => `यह ${name} की ओर से कॉल है।`,
    with: (name, reason) => `यह ${name} की ओर से कॉल है, विषय: ${reason}।`,
  },
};

/** Makes the sentence for a screening service; its reason still has variables. */
export const composeScreeningAnswer = (
  { language, call_reason: reason }: Pick<AgentSettings, "language" | "call_reason">,
  organizationName: string,
): string => {
  const answers = ANSWERS[toHeardLanguage(language)];
  return reason === null
    ? answers.named(organizationName)
    : answers.with(organizationName, reason.replace(/[.!\s।]+$/u, ""));
};

const WAIT: readonly string[] = [
  "(?:please )?(?:hold|hold on|stay on|wait|one moment|just a moment|stand by)(?: the line| on the line| a moment| please)?",
  "bleiben sie (?:bitte )?(?:dran|in der leitung|am apparat)|einen (?:moment|augenblick)|bitte warten|ich (?:frage|sehe) nach",
  "(?:espere|no cuelgue|un momento|permanezca)(?: en la linea| por favor)?",
  "(?:patientez|restez en ligne|ne quittez pas|un instant|un moment)",
  "(?:लाइन पर बने रहें|रुकिए|प्रतीक्षा करें|इंतज़ार कीजिए|कृपया रुकें)",
];
/** A service says it and nothing else; whoever says more is a person. */
const MOST_WORDS_OF_WAIT = 16;
const WAITS = wholeWords(WAIT.join("|"));

/** Tells whether a screening service asks to wait while it asks its person. */
export const asksToWait = (said: string): boolean => {
  const folded = foldWords(said);
  return folded.search(WAITS) !== -1 && (folded.match(/\S+/g) ?? []).length <= MOST_WORDS_OF_WAIT;
};

const REFUSED = wholeWords(
  [
    "(?:this person|the person|they|he|she)(?: \\p{L}+)? (?:can't|cannot|isn't|is not|are not|aren't|does not want|doesn't want|won't|will not)[\\p{L}' ]{0,40}(?:available|talk|take|answer|speak|come)",
    "(?:call|try) (?:them |him |her )?(?:back |again )?later",
    "(?:person|diese person|sie|er) (?:ist |kann |mochte )(?:gerade |leider |zurzeit )*(?:nicht|kein)[\\p{L} ]{0,30}",
    "(?:persona)[\\p{L} ]{0,20} no (?:esta disponible|puede|desea)",
    "(?:personne)[\\p{L}' ]{0,20} (?:n'est pas disponible|ne peut pas|ne souhaite pas)",
    "(?:उपलब्ध नहीं|बात नहीं करना चाहते|बात नहीं कर सकते)",
  ].join("|"),
);

/** Tells whether a screening service says that its person does not come. */
export const isRefusedBy = (said: string): boolean => foldWords(said).search(REFUSED) !== -1;
