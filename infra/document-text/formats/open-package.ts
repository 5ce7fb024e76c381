import { readFile } from "node:fs/promises";
import { strFromU8, strToU8, type Unzipped, unzipSync } from "fflate";
import { DocumentTextError } from "../../../domain/document/document-text-error.ts";
import { MAX_ELEMENT_DEPTH, TOO_DEEP } from "../../../domain/document/file-reading-limits.ts";
import { MAX_UNPACKED_BYTES } from "../../reading-process/reading-limits.ts";

const MAX_ENTRIES = 20_000;

type OfficeType = "docx" | "xlsx" | "pptx";

/** The place where readers look for the main part, its root element, and the name of the type for people. */
const KINDS: Readonly<Record<OfficeType, { path: string; root: string; name: string }>> = {
  docx: { path: "word/document.xml", root: "document", name: "Word document (.docx)" },
  xlsx: { path: "xl/workbook.xml", root: "workbook", name: "Excel workbook (.xlsx)" },
  pptx: { path: "ppt/presentation.xml", root: "presentation", name: "PowerPoint presentation (.pptx)" },
};

/**
 * Opens an Office file of one type, with its main part at the usual place: programs may give it another name, which only the
 * relations of the package tell. Relations of the strict edition get their usual names.
 */
export const openOffice = async (file: string, type: OfficeType): Promise<{ opened: Unzipped; main: string }> => {
  const { path, root, name } = KINDS[type];
  const opened = await openPackage(file);
  for (const [entry, bytes] of Object.entries(opened)) {
    if (isTooDeep(bytes)) throw new DocumentTextError(TOO_DEEP);
    if (entry.endsWith(".rels")) opened[entry] = strToU8(strFromU8(bytes).replaceAll(STRICT, USUAL));
  }
  const found = findMain(strFromU8(opened["_rels/.rels"] ?? new Uint8Array())) ?? path;
  const bytes = opened[found] ?? opened[path];
  const isOfType = bytes && new RegExp(`<(?:[\\w-]+:)?${root}[\\s>]`).test(strFromU8(bytes.subarray(0, 4096)));
  if (!bytes || !isOfType) throw new DocumentTextError(`This file is no ${name}: its content is of another type.`);
  if (opened[found] && found !== path) moveMain(opened, { from: found, to: path });
  return { opened, main: strFromU8(opened[path] ?? bytes) };
};

const STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const USUAL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Returns the path of the main part by the relations of the package. */
const findMain = (relations: string): string | undefined => {
  const [relation = ""] = relations.match(/<Relationship\s[^>]*relationships\/officeDocument"[^>]*>/) ?? [];
  return /\sTarget="\/?([^"]+)"/.exec(relation)?.[1]?.replace(/^\.\//, "");
};

/** Moves the main part with its own relations, whose targets count from its folder. */
const moveMain = (opened: Unzipped, { from, to }: { from: string; to: string }): void => {
  const relationsOf = (path: string) => path.replace(/([^/]*)$/, "_rels/$1.rels");
  const folder = from.slice(0, from.lastIndexOf("/") + 1);
  const isSameFolder = to.startsWith(folder) && !to.slice(folder.length).includes("/");
  const relations = opened[relationsOf(from)];
  const main = opened[from];
  if (main) opened[to] = main;
  if (relations)
    opened[relationsOf(to)] = isSameFolder
      ? relations
      : strToU8(strFromU8(relations).replaceAll(/(\sTarget=")(?![/"]|\w+:)/g, `$1/${folder}`));
  const first = opened["_rels/.rels"];
  if (first)
    opened["_rels/.rels"] = strToU8(
      strFromU8(first).replaceAll(/(\sTarget=")\/?([^"]*)"/g, (whole, start, target) =>
        target === from ? `${start}${to}"` : whole,
      ),
    );
};

const [LESS, GREATER, SLASH, MARK, QUESTION] = ["<", ">", "/", "!", "?"].map((sign) => sign.charCodeAt(0));

/** Counts the depth of elements byte by byte: the readers of XML need ever more time and stack with it. */
const isTooDeep = (xml: Uint8Array): boolean => {
  let depth = 0;
  for (let at = xml.indexOf(LESS ?? 0); at !== -1; at = xml.indexOf(LESS ?? 0, at + 1)) {
    const next = xml[at + 1];
    if (next === MARK || next === QUESTION) continue;
    if (next === SLASH) depth -= 1;
    else if (xml[xml.indexOf(GREATER ?? 0, at) - 1] !== SLASH) depth += 1;
    if (depth > MAX_ELEMENT_DEPTH) return true;
  }
  return false;
};

/**
 * Unpacks the texts of an Office file. The unpacker writes into buffers of the declared sizes: a text longer than
 * declared is cut off and one that declares too much is refused, so no file can fill the memory.
 */
const openPackage = async (file: string): Promise<Unzipped> => {
  let unpackedBytes = 0;
  let entries = 0;
  const bytes = await readFile(file);
  const opened = unzip(bytes, ({ name, originalSize }) => {
    if (!/\.(xml|rels)$/.test(name)) return false;
    unpackedBytes += originalSize;
    entries += 1;
    return unpackedBytes <= MAX_UNPACKED_BYTES && entries <= MAX_ENTRIES;
  });
  if (unpackedBytes > MAX_UNPACKED_BYTES || entries > MAX_ENTRIES) {
    throw new DocumentTextError("This Office file is too large when unpacked; split it, or save it as PDF or text.");
  }
  return opened;
};

const unzip = (bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean): Unzipped => {
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    throw new DocumentTextError("This Office file is damaged or was not uploaded whole; save it again.", {
      cause: error,
    });
  }
};
