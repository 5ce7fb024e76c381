import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ROOT } from "../clients/run-program.ts";

/** A package of the lockfile, with the licence under which it is used. */
export interface ThirdParty {
  name: string;
  version: string;
  /** SPDX; null: it names none, and `NAMED_BY_ITS_TEXT` does not either. */
  licence: string | null;
  /** Relative to the root; it is there where the package is for this machine. */
  folder: string;
  /** Only what builds or tests the project needs it. The console's own are among them: they are in what is built. */
  forDevelopment: boolean;
}

/** What their own package.json does not name as SPDX has it, as the text of the licence in the package says. */
const NAMED_BY_ITS_TEXT: Readonly<Record<string, string>> = {
  "base-64": "MIT",
  busboy: "MIT",
  duck: "BSD-2-Clause",
  streamsearch: "MIT",
  unionfs: "Unlicense",
  "uri-parser": "MIT",
};

/** Such licences ask nothing of who uses the platform, but to be named; each was read. */
const ACCEPTED = new Set([
  ...[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BlueOak-1.0.0",
    "ISC",
    "MIT",
    "MIT-0",
    "PSF-2.0",
    "Unlicense",
    "Zlib",
    "CC0-1.0",
  ],
  ...["CC-BY-3.0", "CC-BY-4.0"],
  // The console's font, and programs and tests whose own files are not changed.
  ...["OFL-1.1", "MPL-2.0"],
]);

/** What is used under a licence that asks for attribution: of whom it is, where it is from, and what was changed. */
export const ATTRIBUTIONS: Readonly<Record<string, string>> = {
  "caniuse-lite":
    "Data of caniuse.com by Alexis Deveria and contributors, packed by Ben Briggs and contributors (https://github.com/browserslist/caniuse-lite), CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/). Unchanged.",
  "date-holidays":
    "date-holidays by commenthol and contributors (https://github.com/commenthol/date-holidays): the code under ISC, the holidays, which rely on articles of Wikipedia named in its data, under CC-BY-3.0 as its package and CC-BY-SA-3.0 as its LICENSE say (https://creativecommons.org/licenses/by-sa/3.0/). Unchanged.",
};

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Lists every package of the lockfile, in the order of their names and versions, each once. */
export const listThirdParties = (): ThirdParty[] => {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")));
  const all = Object.entries(packages).flatMap(([folder, { version, license, dev = false, link }]) => {
    const name = folder.split("node_modules/").at(-1) ?? "";
    if (name === "" || !version || link) return [];
    return [{ name, version, folder, forDevelopment: dev, licence: NAMED_BY_ITS_TEXT[name] ?? license ?? null }];
  });
  const byName = new Map<string, ThirdParty>();
  for (const each of all) {
    const known = byName.get(`${each.name}@${each.version}`);
    byName.set(`${each.name}@${each.version}`, known && !known.forDevelopment ? known : each);
  }
  return [...byName.values()].toSorted((a, b) =>
    `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, "en"),
  );
};

/** Returns a sentence for each package whose licence nobody has accepted, or that is to be attributed and is not. */
export const listLicenceFaults = (packages: readonly ThirdParty[]): string[] =>
  packages.flatMap(({ name, version, licence }) => {
    if (licence === null)
      return [`${name}@${version} names no licence: read its text and name it, or replace the package`];
    const terms = readTerms(licence);
    if (!isAccepted(licence)) return [`${name}@${version} is under ${licence}, which nobody has accepted`];
    if (terms.some((term) => term.startsWith("CC-BY")) && !(name in ATTRIBUTIONS))
      return [`${name}@${version} is under ${licence} and is not attributed`];
    return [];
  });

/** `MIT OR Apache` of sqlite-vec means the licence of that name. */
const readTerms = (licence: string): string[] =>
  licence
    .replaceAll(/[()]/g, "")
    .split(/ (?:OR|AND) /)
    .map((term) => (term === "Apache" ? "Apache-2.0" : term));
/** One of several that one may choose from is enough; of those that hold together each is needed. */
const isAccepted = (licence: string): boolean => {
  const terms = readTerms(licence);
  return licence.includes(" OR ") && !licence.includes(" AND ")
    ? terms.some((term) => ACCEPTED.has(term))
    : terms.every((term) => ACCEPTED.has(term));
};

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([-.].*)?$/i;

/** Builds the notices: what is attributed, each package with its licence, and the texts, each once. */
export const buildNotices = (version: string): string => {
  const packages = listThirdParties();
  const texts = new Map<string, string[]>();
  for (const { name, version: of, folder } of packages) {
    for (const text of textsOf(folder)) texts.set(text, [...(texts.get(text) ?? []), `${name}@${of}`]);
  }
  const attributed = Object.entries(ATTRIBUTIONS).map(([name, text]) => `${name}\n  ${text}\n`);
  const listed = packages.map(
    ({ name, version: of, licence, forDevelopment }) =>
      `${name}@${of}  ${licence}${forDevelopment ? "  (build and console)" : ""}`,
  );
  const full = [...texts].map(([text, users]) => `${"-".repeat(80)}\n${[...new Set(users)].join(", ")}\n\n${text}\n`);
  return [
    `Third parties of Ringdown ${version}\n`,
    "ATTRIBUTED\n",
    ...attributed,
    `PACKAGES (${packages.length})\n`,
    `${listed.join("\n")}\n`,
    "TEXTS\n",
    ...full,
  ].join("\n");
};

const textsOf = (folder: string): string[] => {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((file) => LICENCE_FILE.test(file))
    .flatMap((file) => {
      try {
        return [readFileSync(join(path, file), "utf8").trim()];
      } catch {
        return []; // A folder of that name.
      }
    });
};
