import { stripTypeScriptTypes } from "node:module";
import { type AnyNode, parse } from "acorn";
import type { Mutant } from "./fault.ts";
import { childrenOf } from "./syntax-tree.ts";

/** A stretch of a source that runs when a function is called: its body and its parameters. */
interface Stretch {
  start: number;
  end: number;
  body: AnyNode;
}

/** The source with a note at the beginning of each function that it was called; `note-reach.js` keeps the notes. */
export const withProbes = (file: string, source: string): string => {
  const insertions = stretchesOf(source).flatMap(({ start, body }) => {
    const note = `${NOTE}?.(${JSON.stringify(keyOf(file, start))})`;
    return body.type === "BlockStatement"
      ? [{ at: body.start + 1, text: ` ${note};` }]
      : [
          { at: body.start, text: `(${note}, ` },
          { at: body.end, text: ")" },
        ];
  });
  const noted = insertions
    .sort((a, b) => b.at - a.at)
    .reduce((text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at), source);
  return `var ${NOTE} = globalThis.noteReach; ${noted}`;
};

/** A variable of each module: to look up a global takes a simulation's hot functions several times as long as they do. */
const NOTE = "noteReach$";

/** Under which key the function around a fault is noted; undefined: it stands outside all functions and always runs. */
export const probeOf = ({ file, start, end }: Mutant, source: string): string | undefined => {
  const around = stretchesOf(source).filter((stretch) => stretch.start <= start && end <= stretch.end);
  const nearest = around.reduce<Stretch | undefined>(
    (best, stretch) => (best === undefined || stretch.start >= best.start ? stretch : best),
    undefined,
  );
  return nearest && keyOf(file, nearest.start);
};

const keyOf = (file: string, start: number): string => `${file}:${start}`;

const stretchesOf = (source: string): Stretch[] => {
  const found: Stretch[] = [];
  const visit = (node: AnyNode): void => {
    if (
      node.type === "ArrowFunctionExpression" ||
      node.type === "FunctionExpression" ||
      node.type === "FunctionDeclaration"
    )
      found.push({ start: node.start, end: node.end, body: node.body });
    for (const child of childrenOf(node)) visit(child);
  };
  // Types are blanked out: every place stays where it was.
  visit(parse(stripTypeScriptTypes(source), { ecmaVersion: "latest", sourceType: "module" }));
  return found;
};
