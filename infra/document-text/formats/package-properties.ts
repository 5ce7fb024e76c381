import { strFromU8, type Unzipped } from "fflate";
import { Parser } from "htmlparser2";
import { type FoundInFile, NOTHING_FOUND } from "../../../domain/document/document-findings.ts";

/** Reads the title and the language that an Office file says of itself. */
export const readProperties = (opened: Unzipped): FoundInFile => {
  const texts = new Map<string, string>();
  let open = "";
  const parser = new Parser(
    {
      onopentag: (name) => {
        open = name;
      },
      ontext: (text) => void texts.set(open, (texts.get(open) ?? "") + text),
      onclosetag: () => {
        open = "";
      },
    },
    { xmlMode: true },
  );
  parser.end(strFromU8(opened["docProps/core.xml"] ?? new Uint8Array()));
  const read = (name: string) => texts.get(name)?.trim() || null;
  return { ...NOTHING_FOUND, title: read("dc:title"), language: read("dc:language") };
};
