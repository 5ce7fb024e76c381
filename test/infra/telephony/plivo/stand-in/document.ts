/** An element of Plivo's XML, checked. */
export interface PlivoElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** The content: text, or elements. */
  text: string;
  children: readonly PlivoElement[];
}

type Rule = (value: string) => boolean;

const isUrl: Rule = (value) => URL.canParse(value) && /^https?:/.test(value);
const isWhole =
  (least: number, most = Number.MAX_SAFE_INTEGER): Rule =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
const isOneOf =
  (...values: string[]): Rule =>
  (value) =>
    values.includes(value);
const isSecondsOrAuto: Rule = (value) => value === "auto" || isWhole(2, 10)(value);
const isNumber: Rule = (value) => /^[1-9]\d{5,14}$/.test(value);
const FLAG = isOneOf("true", "false");
const METHOD = isOneOf("GET", "POST");
const VOICES = "da-DK nl-NL en-AU en-GB en-US fr-FR fr-CA de-DE it-IT pl-PL pt-PT pt-BR ru-RU es-ES es-US sv-SE";
/** Some of Amazon's voices, all of which Plivo has. */
const POLLY: Readonly<Record<string, string>> = {
  "Polly.Aditi": "hi-IN",
  "Polly.Raveena": "en-IN",
  "Polly.Joanna": "en-US",
  "Polly.Matthew": "en-US",
  "Polly.Hans": "de-DE",
  "Polly.Mizuki": "ja-JP",
};

interface ElementRule {
  attributes: Readonly<Record<string, Rule>>;
  required?: readonly string[];
  children?: readonly string[];
  text?: Rule;
}

/** Elements and attributes that Plivo documents, as far as a call of ours could use them. */
const RULES: Readonly<Record<string, ElementRule>> = {
  Response: {
    attributes: {},
    children: ["Speak", "Play", "DTMF", "GetInput", "Dial", "Redirect", "Hangup", "Record", "Wait", "Conference"],
  },
  Speak: {
    attributes: {
      voice: (value) => value in POLLY,
      language: (value) => /^[a-z]{2}-[A-Z]{2}$/.test(value),
      loop: isWhole(0),
    },
    children: ["prosody"],
    text: (value) => value.length <= 3000,
  },
  prosody: {
    attributes: { rate: (value) => isWhole(20, 200)(value.replace(/%$/, "")) && value.endsWith("%") },
    text: (value) => value !== "",
  },
  Play: { attributes: { loop: isWhole(0) }, text: isUrl },
  DTMF: { attributes: { async: FLAG }, text: (value) => /^[0-9*#wW]+$/.test(value) },
  GetInput: {
    attributes: {
      action: isUrl,
      method: METHOD,
      inputType: isOneOf("dtmf", "speech", "dtmf speech"),
      executionTimeout: isWhole(5, 60),
      digitEndTimeout: isSecondsOrAuto,
      speechEndTimeout: isSecondsOrAuto,
      finishOnKey: (value) => /^([0-9*#]|none)$/.test(value),
      numDigits: isWhole(1, 32),
      speechModel: isOneOf("default", "command_and_search", "phone_call"),
      language: (value) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/.test(value),
      log: FLAG,
      redirect: FLAG,
    },
    required: ["action"],
    children: ["Speak", "Play"],
  },
  Dial: {
    attributes: {
      action: isUrl,
      method: METHOD,
      redirect: FLAG,
      timeout: isWhole(1),
      timeLimit: isWhole(1),
      callerId: isNumber,
    },
    children: ["Number"],
  },
  Number: { attributes: {}, text: isNumber },
  Redirect: { attributes: { method: METHOD }, text: isUrl },
  Conference: {
    attributes: {
      action: isUrl,
      method: METHOD,
      redirect: FLAG,
      startConferenceOnEnter: FLAG,
      endConferenceOnExit: FLAG,
      maxMembers: isWhole(1, 20),
    },
    text: (value) => /^[\w-]{1,64}$/.test(value),
  },
  Wait: { attributes: { length: isWhole(1), silence: FLAG } },
  Hangup: { attributes: { reason: isOneOf("rejected", "busy"), schedule: isWhole(1) } },
  Record: {
    attributes: {
      recordSession: FLAG,
      redirect: FLAG,
      maxLength: isWhole(2),
      fileFormat: isOneOf("mp3", "wav"),
      recordChannelType: isOneOf("mono", "stereo"),
      callbackUrl: isUrl,
      callbackMethod: METHOD,
    },
  },
};

const LARGEST_BYTES = 100 * 1024;

/** Reads the elements that a call runs, in order. Throws for whatever would make Plivo end the call with an XML error. */
export const readPlivoDocument = (body: string): readonly PlivoElement[] => {
  if (Buffer.byteLength(body) > LARGEST_BYTES) throw new Error("larger than 100 KB");
  const root = parse(body);
  if (root.name !== "Response") throw new Error(`the root is ${root.name}`);
  check(root);
  return root.children;
};

const check = (element: PlivoElement): void => {
  const rule = RULES[element.name];
  if (!rule) throw new Error(`Plivo has no element ${element.name}`);
  for (const [name, value] of Object.entries(element.attributes)) {
    if (!rule.attributes[name]?.(value)) throw new Error(`${element.name} ${name}="${value}"`);
  }
  const missing = rule.required?.find((name) => !(name in element.attributes));
  if (missing) throw new Error(`${element.name} without ${missing}`);
  for (const child of element.children) {
    if (!rule.children?.includes(child.name)) throw new Error(`${child.name} within ${element.name}`);
    check(child);
  }
  if (!(rule.text ?? ((text) => text === ""))(element.text)) throw new Error(`${element.name}: ${element.text}`);
  if (element.name === "Speak") checkVoice(element);
};

const checkVoice = ({ attributes: { voice, language = "en-US" }, text, children }: PlivoElement): void => {
  if ((text === "") === (children.length === 0)) throw new Error("Speak holds words, or markup around them");
  if (children.length > 0 && voice === undefined) throw new Error("only Amazon's voices read markup");
  const isSpoken = voice === undefined ? VOICES.split(" ").includes(language) : POLLY[voice] === language;
  if (!isSpoken) throw new Error(`no voice ${voice ?? "of Plivo's"} speaks ${language}`);
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const unescape = (text: string): string => {
  if (!CHARACTERS.test(text)) throw new Error("a character that XML forbids");
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const character = whole.endsWith(";") ? ENTITIES[name] : undefined;
    if (character === undefined) throw new Error(`an ampersand that is none: ${whole}`);
    return character;
  });
};

const TAG = /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z]+="[^"<]*")*)\s*(\/?)>/y;

/** Parses the part of XML that our documents use: no comments, no mixed content. */
const parse = (body: string): PlivoElement => {
  const start = /^<\?xml version="1\.0" encoding="UTF-8"\?>/.exec(body)?.[0];
  if (start === undefined) throw new Error("does not begin as XML");
  const top = { name: "", attributes: {}, text: "", children: new Array<PlivoElement>() };
  const open = [top];
  for (let at = start.length; at < body.length; ) {
    const inner = open.at(-1) ?? top;
    const text = body.slice(at).match(/^[^<]+/)?.[0] ?? "";
    inner.text += unescape(text);
    at += text.length;
    if (at >= body.length) break;
    TAG.lastIndex = at;
    const [tag, closing, name = "", attributes = "", empty] = TAG.exec(body) ?? [];
    if (tag === undefined) throw new Error(`no tag: ${body.slice(at, at + 40)}`);
    at += tag.length;
    if (closing) {
      if (open.length === 1 || inner.name !== name) throw new Error(`${name} is closed and was not open`);
      open.pop();
      continue;
    }
    const element = { name, attributes: attributesOf(attributes), text: "", children: new Array<PlivoElement>() };
    inner.children.push(element);
    if (!empty) open.push(element);
  }
  const [root, second] = top.children;
  if (open.length > 1 || !root || second || top.text.trim() !== "") throw new Error("not one element");
  return root;
};

const attributesOf = (text: string): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [, name = "", value = ""] of text.matchAll(/([A-Za-z]+)="([^"]*)"/g)) {
    if (name in found) throw new Error(`${name} twice`);
    found[name] = unescape(value);
  }
  return found;
};
