import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The files that a generator adds to the project. Paths are relative to its root. */
export interface Addition {
  /** New files with their texts. */
  files: Readonly<Record<string, string>>;
  edits: readonly Edit[];
  /** The person's next steps, in order. */
  next: readonly string[];
}

/** Text that is put in at a place that the file has exactly once, behind its imports, or at its end. */
export type Edit = { file: string; text: string } & (
  | { after: string }
  | { before: string }
  | { behindImports: true }
  | { atEnd: true }
);

/** Writes all of it or, when a file is there or a place is missing, nothing. Returns the files that it wrote. */
export const writeAddition = (root: string, { files, edits }: Addition): string[] => {
  const texts = new Map<string, string>(Object.entries(files));
  for (const file of texts.keys()) {
    if (existsSync(join(root, file))) throw new Error(`${file} exists already: choose another name.`);
  }
  for (const edit of edits) {
    const before = texts.get(edit.file) ?? readFileSync(join(root, edit.file), "utf8");
    texts.set(edit.file, edited(before, edit));
  }
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return [...texts.keys()];
};

const edited = (before: string, edit: Edit): string => {
  if ("atEnd" in edit) return `${before.trimEnd()}\n${edit.text}`;
  if ("behindImports" in edit) return before.replace(/^(?:import [^;]*;\n)+/m, (imports) => `${imports}${edit.text}`);
  const place = "after" in edit ? edit.after : edit.before;
  const parts = before.split(place);
  const [head = "", tail = ""] = parts;
  if (parts.length !== 2) {
    throw new Error(
      `${edit.file} should have ${JSON.stringify(place)} once and has it ${parts.length - 1} times: mend scripts/new.`,
    );
  }
  return "after" in edit ? `${head}${place}${edit.text}${tail}` : `${head}${edit.text}${place}${tail}`;
};

/** Returns a template of `scripts/new/templates/` with a value for each word in double underscores. */
export const fillTemplate = (template: string, values: Readonly<Record<string, string>>): string => {
  const text = readFileSync(join(import.meta.dirname, "templates", `${template}.txt`), "utf8");
  return text.replaceAll(/__(\w+?)__/g, (_match, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the template ${template} needs ${name}, which is not given`);
    return value;
  });
};
