import { Lexer, type Token, type Tokens } from "marked";
import { type Block, NO_LOCATION } from "../../../domain/document/blocks.ts";
import { NOTHING_FOUND } from "../../../domain/document/document-findings.ts";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import {
  LONGEST_MARKED_TEXT,
  MAX_LIST_INDENTATION,
  MAX_QUOTATION_DEPTH,
  TOO_DEEP,
} from "../../../domain/document/file-reading-limits.ts";
import { decodeWhole } from "../../text-encoding/decode-text.ts";
import { fileSource } from "../../text-encoding/text-source.ts";
import { type FileReading, PLAIN_READING } from "../reading.ts";
import { parseHtmlBlocks } from "./html.ts";

/** Reads the blocks of a Markdown text. */
export async function* readMarkdownBlocks(
  file: string,
  { onFound, ...decoding }: FileReading = PLAIN_READING,
): AsyncGenerator<Block> {
  const text = withoutFrontMatter(await decodeWhole(fileSource(file), decoding));
  if (DEEP_QUOTATION.test(text) || DEEP_LIST.test(text)) throw new DocumentTextError(TOO_DEEP);
  const blocks = tokensOf(text).flatMap(blocksOf);
  const title = blocks.find((block) => block.kind === "heading" && block.level === 1);
  onFound({ ...NOTHING_FOUND, title: title && "text" in title ? title.text : null });
  yield* blocks;
}

/** Reads the marks within each text after all blocks, as the lexer does, but leaves those of very long texts. */
const tokensOf = (text: string): Token[] => {
  const lexer = new Lexer();
  lexer.blockTokens(text.replaceAll(/\r\n?/g, "\n"), lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length <= LONGEST_MARKED_TEXT) lexer.inlineTokens(src, tokens);
    else tokens.push({ type: "text", raw: src, text: src });
  }
  return lexer.tokens;
};

const DEEP_LIST = new RegExp(`^[ \\t]{${MAX_LIST_INDENTATION + 1},}(?:[-*+]|\\d+[.)])[ \\t]`, "m");
/** The lexer reads the text of a quotation once more for each of its levels. */
const DEEP_QUOTATION = new RegExp(`^(?:[ \\t]{0,3}>){${MAX_QUOTATION_DEPTH + 1}}`, "m");

const withoutFrontMatter = (text: string): string => text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "");

const blocksOf = (token: Token): Block[] => {
  switch (token.type) {
    case "heading":
      return withText("heading", plain(token), { level: Number(token["depth"]) });
    case "paragraph":
    case "text":
      return withText("paragraph", plain(token));
    case "code":
      return withText("code", String(token["text"]));
    case "blockquote":
      return childrenOf(token).flatMap(blocksOf);
    case "list":
      return isList(token) ? token.items.flatMap(itemBlocks) : [];
    case "table":
      return isTable(token) ? rowsOf(token) : [];
    case "html":
      return parseHtmlBlocks(token.raw);
    default:
      return [];
  }
};

const isList = (token: Token): token is Tokens.List => token.type === "list";
const isTable = (token: Token): token is Tokens.Table => token.type === "table";

const itemBlocks = ({ tokens }: Tokens.ListItem): Block[] =>
  tokens.flatMap((token) =>
    token.type === "text" || token.type === "paragraph" ? withText("item", plain(token)) : blocksOf(token),
  );

const rowsOf = ({ header, rows }: Tokens.Table): Block[] => [
  { kind: "columns", cells: header.map(({ tokens }) => inline(tokens)), ...NO_LOCATION },
  ...rows.map(
    (cells, at): Block => ({ kind: "row", cells: cells.map(({ tokens }) => inline(tokens)), page: null, row: at + 1 }),
  ),
];

const withText = (
  kind: "heading" | "paragraph" | "item" | "code",
  text: string,
  { level = 1 }: { level?: number } = {},
): Block[] => {
  if (text.trim() === "") return [];
  return [kind === "heading" ? { kind, level, text, ...NO_LOCATION } : { kind, text, ...NO_LOCATION }];
};

const childrenOf = (token: Token): Token[] => ("tokens" in token ? (token.tokens ?? []) : []);
const plain = (token: Token): string => {
  const children = childrenOf(token);
  return children.length > 0 ? inline(children) : String("text" in token ? token.text : "");
};

const DELETION = /^<(\/?)(?:del|s|strike)[\s>]/i;

/** Returns the text without its marks and without what is struck out. */
const inline = (tokens: readonly Token[]): string => {
  let deletions = 0;
  const texts = tokens.map((token) => {
    const [, slash] = (token.type === "html" && DELETION.exec(token.raw)) || [];
    if (slash !== undefined) deletions = Math.max(0, deletions + (slash === "" ? 1 : -1));
    if (deletions > 0 || token.type === "html" || token.type === "del") return "";
    const children = childrenOf(token);
    if (children.length > 0) return inline(children);
    if (token.type === "br") return "\n";
    return "text" in token ? String(token.text) : "";
  });
  return texts.join("").trim();
};
