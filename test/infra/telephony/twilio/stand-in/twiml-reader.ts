import { readFileSync } from "node:fs";
import { join } from "node:path";

const VOICE_RESPONSE = "../../../../../node_modules/twilio/lib/twiml/VoiceResponse.d.ts";

/** An element of TwiML, checked. */
export interface TwimlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: readonly TwimlElement[];
}

type Rule = (value: string) => boolean;

const isUrl: Rule = (value) => URL.canParse(value) && /^https?:/.test(value);
const isWebSocketUrl: Rule = (value) => URL.canParse(value) && value.startsWith("wss:");
const isOneOf =
  (...values: string[]): Rule =>
  (value) =>
    values.includes(value);
const isWhole =
  (least: number, most: number): Rule =>
  (value) =>
    /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most;
const isLanguage: Rule = (value) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,4})*$/.test(value);
/** The voices in the types of Twilio's own library. */
const VOICES = new Set(
  [...readFileSync(join(import.meta.dirname, VOICE_RESPONSE), "utf8").matchAll(/"((?:Polly|Google)\.[\w-]+)"/g)].map(
    ([, name]) => name,
  ),
);
const isVoice: Rule = (value) => VOICES.has(value);
const isNumber: Rule = (value) => /^\+[1-9]\d{6,14}$/.test(value);
const FLAG = isOneOf("true", "false");
const METHOD = isOneOf("GET", "POST");
const INPUT_KINDS = isOneOf("none", "dtmf", "speech", "any");

interface ElementRule {
  attributes: Readonly<Record<string, Rule>>;
  required?: readonly string[];
  children?: readonly string[];
  text?: Rule;
}

/** Verbs, nouns and attributes as Twilio documents them, as far as a call of ours could use them. */
const RULES: Readonly<Record<string, ElementRule>> = {
  Response: {
    attributes: {},
    children: ["Say", "Play", "Gather", "Connect", "Dial", "Reject", "Hangup", "Start", "Pause", "Redirect"],
  },
  Say: {
    attributes: { language: isLanguage, voice: isVoice },
    text: (value) => value.length > 0 && value.length <= 4096,
  },
  // The address of a file, or digits.
  Play: {
    attributes: { digits: (value) => /^[0-9*#wW]+$/.test(value) },
    text: (value) => value === "" || isUrl(value),
  },
  Gather: {
    attributes: {
      input: isOneOf("dtmf", "speech", "dtmf speech", "speech dtmf"),
      action: isUrl,
      method: METHOD,
      actionOnEmptyResult: FLAG,
      timeout: isWhole(1, 600),
      speechTimeout: (value) => value === "auto" || isWhole(1, 600)(value),
      finishOnKey: (value) => /^[0-9*#]?$/.test(value),
      bargeIn: FLAG,
      language: isLanguage,
    },
    required: ["action", "input"],
    children: ["Say", "Play"],
  },
  Connect: { attributes: { action: isUrl, method: METHOD }, children: ["ConversationRelay"] },
  ConversationRelay: {
    attributes: {
      url: isWebSocketUrl,
      language: isLanguage,
      ttsLanguage: isLanguage,
      ttsProvider: isOneOf("Amazon", "Google", "ElevenLabs"),
      voice: (value) => /^[\w.-]+$/.test(value),
      interruptible: INPUT_KINDS,
      reportInputDuringAgentSpeech: INPUT_KINDS,
      dtmfDetection: FLAG,
      welcomeGreeting: () => true,
    },
    required: ["url"],
  },
  Dial: {
    attributes: { action: isUrl, method: METHOD, timeout: isWhole(1, 600), callerId: isNumber },
    children: ["Number", "Conference"],
  },
  Conference: {
    attributes: {
      beep: isOneOf("true", "false", "onEnter", "onExit"),
      startConferenceOnEnter: FLAG,
      endConferenceOnExit: FLAG,
      maxParticipants: isWhole(2, 250),
    },
    text: (value) => /^[\w-]{1,64}$/.test(value),
  },
  Pause: { attributes: { length: isWhole(1, 86_400) } },
  Redirect: { attributes: { method: METHOD }, text: isUrl },
  Number: { attributes: {}, text: isNumber },
  Reject: { attributes: { reason: isOneOf("busy", "rejected") } },
  Hangup: { attributes: {} },
  Start: { attributes: {}, children: ["Recording"] },
  Recording: {
    attributes: {
      channels: isOneOf("mono", "dual"),
      recordingStatusCallback: isUrl,
      recordingStatusCallbackMethod: METHOD,
      recordingStatusCallbackEvent: (value) => /^((in-progress|completed|absent)( |$))+$/.test(value),
    },
  },
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const TOKEN = /<(\/?)([A-Za-z]+)((?: [A-Za-z]+="[^"<>]*")*)(\/?)>|([^<>]+)/y;
const ATTRIBUTE = / ([A-Za-z]+)="([^"<>]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: OpenElement[];
}

/** Reads a document as strictly as Twilio: throws at anything that is not well-formed, unknown or out of place. */
export const readTwiml = (document: string): TwimlElement => {
  if (!document.startsWith(DECLARATION)) throw new Error(`no XML declaration: ${document}`);
  const root: OpenElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  TOKEN.lastIndex = DECLARATION.length;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(document);
    const current = open.at(-1);
    if (!token || !current) throw new Error(`malformed at ${at}: ${document.slice(at, at + 60)}`);
    const [, closing, name = "", attributes = "", empty, text] = token;
    if (text !== undefined) current.text += unescape(text);
    else if (closing) {
      if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>`);
      open.pop();
    } else {
      const element: OpenElement = { name, attributes: attributesOf(attributes), text: "", children: [] };
      current.children.push(element);
      if (!empty) open.push(element);
    }
  }
  const [response, another] = root.children;
  if (open.length !== 1 || another || response?.name !== "Response")
    throw new Error(`no single <Response>: ${document}`);
  check(response);
  return response;
};

const attributesOf = (text: string): Record<string, string> => {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name = "", value = ""]): [string, string] => [
    name,
    unescape(value),
  ]);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error(`an attribute twice: ${text}`);
  return Object.fromEntries(pairs);
};

const unescape = (text: string): string => {
  if (/&(?!(amp|lt|gt|quot|apos);)/.test(text)) throw new Error(`a bare ampersand: ${text}`);
  return text.replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? "");
};

const check = ({ name, attributes, text, children }: TwimlElement): void => {
  const rule = RULES[name];
  if (!rule) throw new Error(`there is no <${name}>`);
  for (const [key, value] of Object.entries(attributes)) {
    if (!rule.attributes[key]?.(value)) throw new Error(`<${name} ${key}="${value}"> is not valid`);
  }
  for (const key of rule.required ?? []) if (!(key in attributes)) throw new Error(`<${name}> needs ${key}`);
  if (rule.text ? !rule.text(text) : text !== "") throw new Error(`<${name}> cannot hold "${text}"`);
  for (const child of children) {
    if (!rule.children?.includes(child.name)) throw new Error(`<${child.name}> cannot stand in <${name}>`);
    check(child);
  }
};
