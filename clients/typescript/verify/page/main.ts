import type { Finding } from "../finding.ts";
import { holds, verifyRecord } from "../verify.ts";
import { type Language, say, WORDS, type Word } from "./words.ts";

/* The page: it reads what is dropped on it and shows what the verifier finds. It sends nothing, to nobody. */

const SHOWN_FAULTS = 20;

let language: Language = navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
let archive: File | null = null;
let findings: readonly Finding[] | null = null;
let problem: Word | string | null = null;

const word = (name: Word): string => WORDS[name][language === "en" ? 0 : 1];
const isWord = (text: string): text is Word => Object.hasOwn(WORDS, text);

const element = <T extends Element>(id: string, type: new () => T): T => {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page lacks ${id}`);
  return found;
};

const keys = element("keys", HTMLTextAreaElement);
const witnesses = element("witnesses", HTMLTextAreaElement);
const checkpoints = element("checkpoints", HTMLInputElement);
const chooser = element("archive", HTMLInputElement);
const drop = element("drop", HTMLElement);
const results = element("results", HTMLElement);

const make = (tag: string, text: string, name = ""): HTMLElement => {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = name;
  return made;
};

const show = (): void => {
  document.documentElement.lang = language;
  document.title = word("title");
  for (const each of document.querySelectorAll<HTMLElement>("[data-word]")) {
    const name = each.dataset["word"] ?? "";
    if (isWord(name)) each.textContent = word(name);
  }
  element("chosen", HTMLElement).textContent = archive?.name ?? "";
  results.replaceChildren(...describe());
};

const describe = (): HTMLElement[] => {
  if (problem !== null)
    return [make("h2", word("unread"), "no"), make("p", isWord(problem) ? word(problem) : say(problem, language))];
  if (!findings) return [];
  const isKept = holds(findings);
  const list = document.createElement("ol");
  list.append(...findings.map(describeFinding));
  return [make("h2", word(isKept ? "kept" : "broken"), isKept ? "yes" : "no"), list];
};

const describeFinding = ({ promise, checked, of, faults, notes = [] }: Finding): HTMLElement => {
  const isKept = faults.length === 0;
  const item = make("li", "", isKept ? "yes" : "no");
  const counted = `${checked.toLocaleString(language)} ${say(of, language)}`;
  item.append(
    make("strong", word(isKept ? "yes" : "no")),
    ` ${say(promise, language)} `,
    make("small", `(${counted})`),
  );
  const shown = faults.slice(0, SHOWN_FAULTS).map(({ entry, sentence }) => {
    const where = entry === null ? "" : `${word("entry")} ${entry}: `;
    return make("p", `${where}${say(sentence, language)}`);
  });
  item.append(...notes.map((note) => make("p", say(note, language))), ...shown);
  if (faults.length > SHOWN_FAULTS) item.append(make("p", `+ ${faults.length - SHOWN_FAULTS} ${word("more")}`));
  return item;
};

const listLines = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const check = async (): Promise<void> => {
  findings = null;
  problem = archive === null ? "noFile" : listLines(keys.value).length === 0 ? "noKey" : null;
  if (archive !== null && problem === null) {
    try {
      const kept = await Promise.all([...(checkpoints.files ?? [])].map((file) => file.text()));
      const given = { keys: listLines(keys.value), witnesses: listLines(witnesses.value), checkpoints: kept };
      findings = await verifyRecord(new Uint8Array(await archive.arrayBuffer()), given);
    } catch (error) {
      const isOld = error instanceof DOMException && error.name === "NotSupportedError";
      problem = isOld ? "oldBrowser" : error instanceof Error ? error.message : String(error);
    }
  }
  show();
};

const choose = (file: File | undefined): void => {
  archive = file ?? null;
  findings = null;
  problem = null;
  show();
};

chooser.addEventListener("change", () => choose(chooser.files?.[0]));
for (const name of ["dragenter", "dragover"])
  document.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
document.addEventListener("dragleave", () => drop.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  choose(event.dataTransfer?.files[0]);
});
element("check", HTMLButtonElement).addEventListener("click", () => void check());
element("language", HTMLButtonElement).addEventListener("click", () => {
  language = language === "en" ? "de" : "en";
  show();
});
show();
