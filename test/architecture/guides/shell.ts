/** One command of a shell block: its assignments, its program and the program's arguments, without quotes. */
export interface ShellCommand {
  assignments: Record<string, string>;
  program: string;
  arguments: string[];
}

type Token = { kind: "word"; text: string } | { kind: "end" };

const OPERATORS = /^(?:&&|\|\||[|;&\n])/;
const REDIRECTION = /^\d?>{1,2}&?\s*\S*/;

/** Reads a block of simple commands: quotes, comments, pipes and continued lines, no loops and no functions. */
export const parseShell = (block: string): ShellCommand[] => {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  const finish = () => {
    if (words.length > 0) commands.push(commandOf(words));
    words = [];
  };
  for (const token of tokensOf(block.replaceAll("\\\n", " "))) {
    if (token.kind === "word") words.push(token.text);
    else finish();
  }
  finish();
  return commands;
};

function* tokensOf(text: string): Generator<Token> {
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const skipped = /^(?:[ \t]+|#[^\n]*)/.exec(rest)?.[0] ?? REDIRECTION.exec(rest)?.[0];
    const operator = OPERATORS.exec(rest)?.[0];
    if (skipped) at += skipped.length;
    else if (operator) {
      at += operator.length;
      yield { kind: "end" };
    } else {
      const [raw] = /^(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\|;&])+/.exec(rest) ?? [];
      if (!raw) throw new Error(`a command that cannot be read begins at: ${rest.slice(0, 60)}`);
      at += raw.length;
      yield { kind: "word", text: unquoted(raw) };
    }
  }
}

const unquoted = (raw: string): string =>
  raw.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single?: string, double?: string, escaped?: string) => {
    return single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped ?? "";
  });

const commandOf = (words: readonly string[]): ShellCommand => {
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const assignments = first === -1 ? words : words.slice(0, first);
  const [program = "", ...rest] = first === -1 ? [] : words.slice(first);
  return {
    assignments: Object.fromEntries(
      assignments.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]),
    ),
    program,
    arguments: rest,
  };
};
