import { sayAddress } from "./spoken-address.ts";

/** What a beginning is, as far as it has come. */
export type Reading =
  /** More characters decide. */
  | { kind: "open" }
  /** No mark: it is said as it stands. */
  | { kind: "none" }
  /** A mark; `rest` of the characters no longer belongs to it. */
  | { kind: "said"; text: string; rest: string }
  /** What follows is not said until this text has come, in small letters; null: until the end of the reply. */
  | { kind: "hidden"; until: string | null };

const OPEN: Reading = { kind: "open" };
const NONE: Reading = { kind: "none" };

/** No link, tag or label that people write is longer. */
const LONGEST = 600;

const CLOSED_LABEL = /^!?\[((?:[^[\]\n\\]|\\.|\[[^[\]\n]*\])*)\](.?)/su;
const LINK = /^!?\[(?:[^[\]\n\\]|\\.|\[[^[\]\n]*\])*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])/su;
const LINK_BEGUN =
  /^!?\[(?:[^[\]\n\\]|\\.|\[[^[\]\n]*\])*\](?:\((?:[^()\n]|\([^()\n]*\))*(?:\([^()\n]*)?|\[[^\]\n]*)$/su;

/** Numbers of sources and notes. */
const SOURCE = /^(?:\d{1,3}(?:[,–-] ?\d{1,3})*|\^[^\]]{1,20}|[^†]*†.*)$/u;
/** Brackets within brackets within brackets are no label. */
const NESTED = /^!?\[[^\]\n]*\[[^\]\n]*\[/;

/** Reads `[words](address)`, `[words][name]`, `![image](address)`, `[1]` and what else begins with a bracket. */
export const readLabel = (text: string, read: (label: string) => string): Reading => {
  if (/^\[TOOL_CALLS?\]/.test(text)) return { kind: "hidden", until: null };
  const isImage = text.startsWith("!");
  const [, label = "", next = ""] = CLOSED_LABEL.exec(text) ?? [];
  const link = LINK.exec(text)?.[0];
  const isSource = SOURCE.test(label);
  if (link !== undefined && !(isSource && next === "[")) {
    const words = isImage || isSource ? "" : read(sayAddress(label) ?? label);
    return { kind: "said", text: words, rest: text.slice(link.length) };
  }
  if (text.length > LONGEST || NESTED.test(text)) return NONE;
  const isClosed = CLOSED_LABEL.test(text);
  if (!isClosed) return text.endsWith("\n") ? NONE : OPEN;
  const isLinkBegun = LINK_BEGUN.test(text) && !text.endsWith("\n") && !(isSource && next === "[");
  if (next === "" || isLinkBegun) return OPEN;
  if (isSource) return { kind: "said", text: "", rest: text.slice(text.indexOf("]") + 1) };
  return NONE;
};

const TAG = /^<(?:\/?[a-z][^<>\n]*|!--[^\n]*?--|[|｜][^<>\n]*[|｜])>$/iu;
const TAG_BEGUN = /^<(?:\/?(?:[a-z][^<>\n]*)?|!-?(?:-[^\n]*)?|[|｜][^<>\n]*)$/iu;
const LONGEST_TAG = 300;
/** Calls of functions and code that a model writes as text. */
const HIDDEN =
  /^<((?:[a-z]+:)?(?:tool_?calls?|tool_?code|tool_?response|function_?calls?|function|invoke|tools?|script|style|code_interpreter))\b/iu;
const HIDDEN_TOKEN = /^<[|｜][^>]*(?:tool|python_tag|function)[^>]*[|｜]>$/iu;

/** Reads a tag of HTML, a template's token, an address in angle brackets, or a function call in tags. */
export const readTag = (text: string): Reading => {
  if (!TAG.test(text)) return text.length <= LONGEST_TAG && TAG_BEGUN.test(text) ? OPEN : NONE;
  const name = HIDDEN.exec(text)?.[1];
  if (name !== undefined) return text.endsWith("/>") ? SILENT : { kind: "hidden", until: `</${name.toLowerCase()}>` };
  if (HIDDEN_TOKEN.test(text)) return /end[|｜]>$/iu.test(text) ? SILENT : { kind: "hidden", until: endOfToken(text) };
  const address = sayAddress(text.slice(1, -1));
  if (address !== null) return { kind: "said", text: address, rest: "" };
  return /^<(?:br|hr|p|\/p|li|\/li|div|\/div|tr|\/tr)\b/i.test(text) ? { kind: "said", text: "\n", rest: "" } : SILENT;
};

const SILENT: Reading = { kind: "said", text: "", rest: "" };

const endOfToken = (token: string): string | null =>
  /begin[|｜]>$/iu.test(token) ? token.toLowerCase().replace("begin", "end") : null;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  euro: "€",
  pound: "£",
  deg: "°",
};
const LONGEST_ENTITY = 10;

/** Reads a character that HTML names, such as `&amp;`. */
export const readEntity = (text: string): Reading => {
  if (/^&#?[a-z0-9]*$/i.test(text)) return text.length < LONGEST_ENTITY ? OPEN : NONE;
  const [, name, decimal, hex] = /^&(?:([a-z]+)|#(\d{1,6})|#x([0-9a-f]{1,5}));$/i.exec(text) ?? [];
  const known = name === undefined ? undefined : ENTITIES[name.toLowerCase()];
  if (known !== undefined) return { kind: "said", text: known, rest: "" };
  const point = Number.parseInt(decimal ?? hex ?? "", decimal === undefined ? 16 : 10);
  const isCharacter = point >= 32 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? { kind: "said", text: String.fromCodePoint(point), rest: "" } : NONE;
};
