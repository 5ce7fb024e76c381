import type { HeardLanguage } from "./fold-words.ts";

/** How somebody speaks who has not finished, as patterns of folded words without marks. */
export interface OpenEndings {
  /** Words that nobody ends with, by what they mean in a sentence: articles, prepositions, conjunctions, what comes before a verb. */
  words: readonly string[];
  /** Beginnings that something has to follow, as the last words of what was said. */
  phrases: readonly string[];
  /** Such words at the end of these are answers: "yes it is". */
  closed: readonly string[];
  /** What says that a number is told digit by digit, and how many digits it has at least. */
  numbers: readonly { said: string; digits: number }[];
}

const DATE_EN = "january|february|march|april|may|june|july|august|september|october|november|december";

export const OPEN_ENDINGS: Readonly<Record<HeardLanguage, OpenEndings>> = {
  en: {
    words: [
      "a|an|the|my|your|his|our|their|every|another",
      "to|of|for|from|with|about|at|by|into|between|under|than|during|until|via|per",
      "and|or|but|because|if|whether|although|unless|while|since",
      "is|are|was|were|be|am|has|have|had|will|would|could|should|shall|must|i'm|it's|that's|we're|i'd|i've|i'll",
      "um+|uh+|uhm|erm?|hmm+|like",
    ],
    phrases: [
      "(?:let me|let's) (?:see|think|check|look|have a look)",
      "i wanted to ask you|i (?:was|am) (?:wondering|calling)|i (?:wanted|want|need|would like|wish) (?:to ask|to know)?|i'd like(?: to know)?",
      "(?:could|can|would|will) you(?: please)?|(?:may|can|could|shall|should) (?:i|we)|do you (?:have|know)",
      "(?:tell|told|ask) (?:her|him|them|me|you) that|(?:is|sure|think|believe|means?|say|said) that",
      "(?:it|that|they|this) (?:costs?|means|looks|takes|seems)",
      "(?:is|was|are) (?:called|named|spelled|on|in)|(?:appointment|reservation|booking|meeting|table) (?:on|in)",
      // Recognition takes "number is" for a plural.
      "^(?:my|the|our) (?:\\p{L}+ )?(?:numbers|addresses)",
      "from (?:the )?\\p{L}+",
      "^(?:(?:yes|yeah|no|well|so|okay|hmm) )*(?:well|so|actually|i (?:think|guess|believe|mean)|you know|basically|also)",
      "^(?:(?:yes|no|well|so|okay|and) )*(?:if|when i|when we|although|unless|in case)(?: [\\p{L}\\p{N}']+){1,6}",
      "(?:live at|address is|street is|house number is)(?: (?:\\p{N}+|\\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|one|two|three|four|five|six|seven|eight|nine)){1,3}",
      `(?:birth|born)[\\p{L}\\p{N} ]{1,30}(?:${DATE_EN})`,
      `(?:birth|born)[\\p{L} ]{1,12}(?:${DATE_EN}) \\p{N}{1,2}(?:st|nd|rd|th)?`,
      "(?:e ?mail|e ?mail address|address) is \\p{L}+",
    ],
    closed: [
      "(?:yes|no|yeah|sure|okay|indeed|of course|so)(?: of course)? (?:i|it|he|she|they|we|you|that|there|this) (?:is|are|was|were|am|has|have|had|will|would|could|should|must)",
      "(?:what|who|where|how|which)(?: \\p{L}+){0,4} (?:is|are|was|were|from|for|about|with|to|of|at|like|by)",
      "(?:think|hope|believe|guess|say) (?:it|he|she|they|we|you|that) (?:is|are|was|were|will|would|could|should|has|have)",
      "(?:thank you|thanks|help|wait|ask|look|call|talk|speak) (?:to|for|with|at|about) (?:me|you|him|her|it|that)",
      "from (?:here|home|there|work|you|me|it|now|abroad|yesterday|today)",
    ],
    numbers: [
      {
        said: "(?:phone|mobile|cell|telephone)(?: number)?(?: is)?|reach me (?:at|on)|call (?:me|us) (?:back )?(?:at|on)",
        digits: 7,
      },
      {
        said: "(?:number|card|\\p{L}*code|extension|zip|pin|reference|digits)(?: of the card)?(?: is| are)?",
        digits: 4,
      },
    ],
  },
  de: {
    words: [
      "ein|eine|einen|einem|einer|eines|der|den|dem|des|mein|meine|meinen|meinem|meiner|ihr|ihre|ihren|ihrem|unser|unsere|unserem|unseren|kein|keine|keinen",
      "fur|von|wegen|gegen|zwischen|bis|seit|im|am|zum|zur|vom|beim|ohne|in",
      "und|oder|aber|weil|dass|ob|wenn|denn|sondern|sowie|falls|obwohl",
      "ist|lautet|heisst|heisse|wohne|sind|war|ware|wurde|wollte|konnte|sollte|hatte|hab|habe|mochte",
      "ahm?|ehm?|hm+|naja",
    ],
    phrases: [
      "(?:ich|wir) (?:mochten?|wurden?|wollten?|hatten?|brauchen?|wollen|will)(?: gerne?| bitte| mal| nur)*",
      "(?:konnten|konnen|wurden) (?:sie|wir|ich)(?: bitte| mir| mich| mal)*|kann ich|konnte ich|darf ich|haben sie",
      "(?:lassen sie mich|moment) (?:mal )?(?:sehen|schauen|uberlegen)|ich rufe an|es geht um|mal sehen",
      "(?:das|es) (?:kostet|dauert|bedeutet)|(?:ich|wir) (?:glaube|denke|meine)n?",
      "^(?:(?:ja|nein|also|gut|okay) )*(?:also|nun|eigentlich|na ja)",
      "^(?:(?:ja|nein|also|gut|und) )*(?:wenn|falls|obwohl)(?: [\\p{L}\\p{N}]+){1,6}",
      "vom \\p{L}+|(?:e ?mail|e ?mail adresse) (?:ist|lautet) \\p{L}+",
    ],
    closed: [
      "(?:ja|nein|doch|genau|klar)(?: \\p{L}+){0,2} (?:ist|sind|war|ware|hatte|habe|mochte|konnte|wollte|wurde)",
      "(?:wer|was|wo|wie|ob|dass|weil|welche\\p{L}*)(?: \\p{L}+){1,8}",
      "(?:glaube|denke|finde|hoffe|sagt|weiss)(?: \\p{L}+){1,4} (?:ist|sind|war|habe|mochte|hatte|konnte|wollte|wurde|sollte)",
    ],
    numbers: [
      { said: "(?:telefon|handy|mobil|ruf)\\p{L}*(?: nummer)?(?: ist| lautet)*|erreichen mich unter", digits: 7 },
      { said: "(?:\\p{L}*nummer|postleitzahl|\\p{L}*code|pin|plz)(?: ist| lautet)*", digits: 4 },
    ],
  },
  es: {
    words: [
      "un|una|unos|unas|el|la|los|las|mi|mis|su|sus|nuestro|nuestra|cada",
      "de|del|a|al|para|por|con|sin|desde|hasta|entre|sobre|en",
      "y|o|pero|porque|(?<=\\p{L} )si|que|aunque|cuando|pues|como",
      "es|son|esta|era|seria|soy|tengo|necesito|quiero|quisiera|puedo|podria",
      "eh+|em+|mmm+|este",
    ],
    phrases: [
      "me (?:gustaria|llamo)(?: \\p{L}+ar)?|(?:podria|puede)(?: usted)?(?: por favor)?|dejeme ver|a ver",
      "(?:se llama|mi (?:correo|direccion) es)(?: \\p{L}+)?|(?:cuesta|significa)",
      "^(?:(?:si|no|bueno|pues) )*(?:bueno|pues|creo|pienso)",
    ],
    closed: [
      "(?:ahora|claro que|eso|que) si|(?:si|no|claro)(?: lo| la| que)* (?:es|son|esta|era|tengo|necesito|quiero|puedo)",
      "(?:que|quien|donde|cual|como)(?: \\p{L}+){0,3} (?:es|son|esta)",
      "(?:creo|espero|digo|claro) que si|gracias a",
    ],
    numbers: [
      { said: "(?:telefono|movil|celular)(?: es)?(?: el)?|llamarme al", digits: 7 },
      { said: "(?:numero|codigo|pin)(?: \\p{L}+){0,3}(?: es)?(?: el)?", digits: 4 },
    ],
  },
  fr: {
    words: [
      "un|une|des|le|la|les|mon|ma|mes|votre|vos|notre|son|sa|ses|leur|chaque|du|au|aux",
      "de|a|pour|par|avec|sans|chez|dans|sur|sous|entre|vers|depuis|jusqu'a|en",
      "et|ou|mais|parce que|car|si|que|quand|comme|puisque|bien que",
      "est|sont|etait|serait|suis|ai|voudrais|aimerais|peux|pourrais|c'est|j'ai",
      "euh+|hum+|ben|bah|heu",
    ],
    phrases: [
      "(?:je|on) (?:voudrais|aimerais|cherche|veux|dois|m'appelle)|(?:pourriez|pouvez|auriez|avez) vous|est ce que(?: vous| je)?",
      "(?:s'appelle|(?:mail|adresse) est(?: \\p{L}+)?)|(?:ca|cela) (?:coute|veut dire)|attendez|voyons",
      "^(?:(?:oui|non|bon|alors) )*(?:bon|alors|eh bien|je (?:crois|pense))",
    ],
    closed: [
      "(?:oui|non|si)(?: \\p{L}+){0,2} (?:c'est|est|sont|suis|ai|j'ai|peux|la)",
      "(?:qui|ou|que|quoi|comment) (?:est|sont|c'est)|c'est ca|(?:ecoute|suis|est|etes|voila) (?:la|chez vous)",
      "(?:espere|crois|pense) que (?:oui|non|si)|d'ou|merci a",
    ],
    numbers: [
      { said: "(?:telephone|portable|mobile)(?: est)?(?: le)?|(?:rappeler|joindre) au", digits: 8 },
      { said: "(?:numero|code)(?: \\p{L}+){0,3}(?: est)?(?: le)?", digits: 4 },
    ],
  },
  hi: {
    words: [
      "मेरा|मेरी|मेरे|हमारा|हमारी|आपका|आपकी|उसका|उसकी|एक",
      "का|की|के|को|से|में|पर|तक|लिए|साथ|बारे|बारे में",
      "और|या|लेकिन|मगर|क्योंकि|कि|अगर|जब|तो|ताकि",
      "उम+|अं+|मतलब|वो",
    ],
    phrases: ["(?:मेरा|मेरी) (?:नाम|नंबर|पता|फोन नंबर)|क्या आप|मुझे|मैं"],
    closed: ["(?:हाँ|जी|नहीं) (?:मैं|मेरा|मेरी)|मैं ही"],
    numbers: [
      { said: "(?:फोन|फ़ोन|मोबाइल)(?: नंबर)?(?: है)?", digits: 7 },
      { said: "(?:नंबर|कोड|पिन)(?: है)?", digits: 4 },
    ],
  },
};
