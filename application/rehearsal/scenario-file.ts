import type { Document } from "yaml";
import { isScalar, LineCounter, parseAllDocuments, stringify, visit } from "yaml";
import { isRecord } from "../../domain/json/json-value.ts";
import { readDocument, toDocument, type WrittenScenario } from "../../domain/rehearsal/scenario-document.ts";

/** Writes scenarios as YAML: a list in one document, because many readers take no more than one. */
export const writeScenarioFile = (scenarios: readonly WrittenScenario[]): string =>
  stringify({ scenarios: scenarios.map(toDocument) }, { lineWidth: 120 });

/** A fault of a file; lines count from 1. */
export interface FileFault {
  line: number;
  message: string;
}

/** Whoever mends so many reads the file again. */
const MOST_FAULTS = 50;

/** The parser compares each key of a mapping with all others, which takes minutes for a large one; this looks at each once. */
const listRepeatedKeys = (document: Document): { key: string; offset: number }[] => {
  const repeated: { key: string; offset: number }[] = [];
  visit(document, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) repeated.push({ key: String(key.value).slice(0, 80), offset: key.range?.[0] ?? 0 });
        seen.add(key.value);
      }
    },
  });
  return repeated;
};

/** Reads scenarios from YAML: one document each, a list, or a list under `scenarios`. JSON is YAML too. */
export const readScenarioFile = (text: string): { scenarios: WrittenScenario[] } | { faults: FileFault[] } => {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, uniqueKeys: false });
  const scenarios: WrittenScenario[] = [];
  const faults: FileFault[] = [];
  for (const document of Array.isArray(documents) ? documents : []) {
    const lineOf = (path: readonly (string | number)[]) => findLine(document, lineCounter, path);
    const before = faults.length;
    for (const { message, pos } of document.errors)
      faults.push({ line: lineCounter.linePos(pos[0]).line, message: message.split("\n")[0] ?? message });
    for (const { key, offset } of listRepeatedKeys(document))
      faults.push({ line: lineCounter.linePos(offset).line, message: `The key ${key} stands twice in one mapping` });
    if (faults.length > before) continue;
    const content = readContent(document);
    if (content === null) {
      faults.push({ line: lineOf([]), message: "A file of scenarios has no anchors and aliases: write it out" });
      continue;
    }
    for (const { value, path } of listScenarios(content.value)) {
      if (faults.length >= MOST_FAULTS) break;
      const read = readDocument(value);
      if ("scenario" in read) scenarios.push(read.scenario);
      else
        for (const fault of read.faults.slice(0, MOST_FAULTS)) {
          const field = fault.path.join(".");
          faults.push({
            line: lineOf([...path, ...fault.path]),
            message: field === "" ? fault.message : `${field}: ${fault.message}`,
          });
        }
    }
  }
  if (faults.length > 0) return { faults: faults.slice(0, MOST_FAULTS) };
  return scenarios.length > 0 ? { scenarios } : { faults: [{ line: 1, message: "The file holds no scenario" }] };
};

/** Null: the document refers to itself, which may make it endless. */
const readContent = (document: Document): { value: unknown } | null => {
  try {
    return { value: document.toJS({ maxAliasCount: 0 }) };
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
};

const listScenarios = (content: unknown): { value: unknown; path: (string | number)[] }[] => {
  if (content === null) return [];
  if (Array.isArray(content)) return content.map((value: unknown, at) => ({ value, path: [at] }));
  if (!isRecord(content) || !Array.isArray(content["scenarios"])) return [{ value: content, path: [] }];
  return content["scenarios"].map((value: unknown, at) => ({ value, path: ["scenarios", at] }));
};

/** Returns the line of what is at the way, or of the nearest thing around it. */
const findLine = (document: Document, lines: LineCounter, path: readonly (string | number)[]): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isRecord(node) && Array.isArray(node["range"])) return lines.linePos(Number(node["range"][0])).line;
  }
  return lines.linePos(document.contents?.range?.[0] ?? 0).line;
};
