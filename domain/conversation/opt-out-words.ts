/** The ways in which people ask, in the languages of the catalogue, not to be called again. */
const OPT_OUT = [
  String.raw`\b(?:never|do not|don't|please don't|stop) (?:ever )?(?:call|calling|phone|phoning|ring|contact|contacting)(?: me| us| here| this number)?(?: (?:again|any ?more|ever))?\b`,
  String.raw`\b(?:take|remove|delete) (?:me|us|my number|this number) (?:off|from)\b`,
  String.raw`\bopt(?: me)? out\b`,
  String.raw`\b(?:nie|nicht|nie wieder|nicht (?:mehr|wieder))(?: mehr| wieder)? an(?:rufen|zurufen)\b`,
  String.raw`\brufen sie (?:mich |uns |hier )?(?:bitte )?(?:nie|nicht)\b`,
  String.raw`\b(?:streichen|l\u00f6schen|nehmen) sie (?:mich|meine nummer|diese nummer)\b`,
  String.raw`\bno (?:me|nos) (?:vuelva[ns]? a llamar|llame[ns]?)\b`,
  String.raw`\bqu\u00edte(?:me|nme) de (?:su|la) lista\b`,
  String.raw`\bne (?:m'|nous )(?:appelez|rappelez) (?:plus|jamais)\b`,
];
const ASKS = new RegExp(OPT_OUT.join("|"), "iu");

/** Tells whether a person asks not to be called again. A model decides about every other wording. */
export const asksNotToBeCalled = (said: string): boolean => ASKS.test(said.replace(/[\u2018\u2019]/g, "'"));
