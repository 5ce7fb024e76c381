import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type CallExpression, type NewExpression, type Program, parseSync, type Statement, Visitor } from "oxc-parser";

/** A declaration of a module's own level. */
export interface Declaration {
  file: string;
  name: string;
  /** Keys of the declarations that it names. */
  uses: ReadonlySet<string>;
  calls: readonly (CallExpression | NewExpression)[];
}

/** `api/campaigns/start-campaign.ts#startCampaign`. */
export const keyOf = (file: string, name: string): string => `${file}#${name}`;

/** Reads the declarations of these modules, by key. */
export const readDeclarations = (pattern: string, root: string): ReadonlyMap<string, Declaration> => {
  const files = globSync(pattern, { cwd: root }).toSorted();
  const declarations = files.flatMap((file) => readModule(file, readFileSync(join(root, file), "utf8")));
  return new Map(declarations.map((declaration) => [keyOf(declaration.file, declaration.name), declaration]));
};

/** Returns the declarations that one leads to, itself among them. */
export const reach = (declarations: ReadonlyMap<string, Declaration>, start: string): ReadonlySet<string> => {
  const reached = new Set<string>();
  const open = [start];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (reached.has(key)) continue;
    reached.add(key);
    open.push(...(declarations.get(key)?.uses ?? []));
  }
  return reached;
};

interface Range {
  name: string;
  start: number;
  end: number;
}

const readModule = (file: string, source: string): Declaration[] => {
  const { program } = parseSync(file, source);
  const ranges = program.body.flatMap(rangesOf);
  const own = ranges.map(({ name }): [string, string] => [name, keyOf(file, name)]);
  const known = new Map([...own, ...program.body.flatMap((statement) => importsOf(statement, file))]);
  const { names, calls } = readProgram(program);
  return ranges.map((range) => ({
    file,
    name: range.name,
    uses: new Set(names.filter(isIn(range)).flatMap(({ name }) => known.get(name) ?? [])),
    calls: calls.filter(isIn(range)),
  }));
};

const isIn =
  (range: Range) =>
  ({ start }: { start: number }): boolean =>
    range.start <= start && start < range.end;

const readProgram = (program: Program) => {
  const names: { name: string; start: number }[] = [];
  const calls: (CallExpression | NewExpression)[] = [];
  new Visitor({
    Identifier: (node) => void names.push(node),
    CallExpression: (node) => void calls.push(node),
    NewExpression: (node) => void calls.push(node),
  }).visit(program);
  return { names, calls };
};

/** A name of a module of ours, with the key of what it was declared as. */
const importsOf = (statement: Statement, file: string): [string, string][] => {
  if (statement.type !== "ImportDeclaration" || !statement.source.value.startsWith(".")) return [];
  const from = posix.join(posix.dirname(file), statement.source.value);
  return statement.specifiers.flatMap((specifier): [string, string][] =>
    specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier"
      ? [[specifier.local.name, keyOf(from, specifier.imported.name)]]
      : [],
  );
};

const rangesOf = (statement: Statement): Range[] => {
  const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declared?.type === "VariableDeclaration")
    return declared.declarations.flatMap(({ id, start, end }) =>
      id.type === "Identifier" ? [{ name: id.name, start, end }] : [],
    );
  const isNamed = declared?.type === "ClassDeclaration" || declared?.type === "FunctionDeclaration";
  return isNamed && declared.id ? [{ name: declared.id.name, start: declared.start, end: declared.end }] : [];
};
