import { lexer, type Token, type Tokens } from "marked";
import { type Block, NO_PLACE } from "../../../domain/document/blocks.ts";
import { parseHtmlBlocks } from "./html.ts";
import { readTextFile } from "./txt.ts";

/** Reads the blocks of a Markdown text. */
export async function* readMarkdownBlocks(file: string): AsyncGenerator<Block> {
  const pieces: string[] = [];
  for await (const piece of readTextFile(file)) pieces.push(piece);
  yield* lexer(withoutFrontMatter(pieces.join(""))).flatMap(blocksOf);
}

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
  { kind: "columns", cells: header.map(({ tokens }) => inline(tokens)), ...NO_PLACE },
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
  return [kind === "heading" ? { kind, level, text, ...NO_PLACE } : { kind, text, ...NO_PLACE }];
};

const childrenOf = (token: Token): Token[] => ("tokens" in token ? (token.tokens ?? []) : []);
const plain = (token: Token): string => inline(childrenOf(token)) || String("text" in token ? token.text : "");

/** Returns the text without its marks. */
const inline = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => {
      const children = childrenOf(token);
      if (children.length > 0) return inline(children);
      if (token.type === "br") return "\n";
      if (token.type === "html") return "";
      return "text" in token ? String(token.text) : "";
    })
    .join("")
    .trim();
