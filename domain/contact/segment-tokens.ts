/** A piece of an expression. `field`: a name in backquotes; `wrong`: its text says what is wrong. */
export interface Token {
  kind: "word" | "field" | "text" | "number" | "sign" | "wrong";
  text: string;
  at: number;
}

const PIECES =
  /(?<space>\s+)|(?<number>-?\d+(?:\.\d+)?(?![\p{L}\p{N}_]))|(?<word>[\p{L}_][\p{L}\p{M}\p{N}_.-]*)|`(?<field>[^`]+)`|"(?<text>(?:[^"\\]|\\["\\])*)"|(?<sign><=|>=|!=|[=<>(),])/uy;

/** Splits an expression into its pieces; the first that is none ends it. */
export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = [];
  PIECES.lastIndex = 0;
  for (let at = 0; at < text.length; at = PIECES.lastIndex) {
    PIECES.lastIndex = at;
    const found = PIECES.exec(text)?.groups;
    if (!found) return [...tokens, { kind: "wrong", text: explain(text[at] ?? ""), at }];
    const [kind, piece] = Object.entries(found).find(([, each]) => each !== undefined) ?? [];
    if (kind === "text") tokens.push({ kind, text: (piece ?? "").replaceAll(/\\(["\\])/g, "$1"), at });
    else if (kind === "word" || kind === "field" || kind === "number" || kind === "sign")
      tokens.push({ kind, text: piece ?? "", at });
  }
  return tokens;
};

const explain = (character: string): string => {
  if (character === '"' || character === "`") return "A quote is not closed";
  return character === "'"
    ? 'Write texts in double quotes: "Berlin"'
    : `${JSON.stringify(character)} means nothing here`;
};
