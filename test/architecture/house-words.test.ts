import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");

interface HouseWord {
  forms: readonly string[];
  /** Folders (or files) whose names and exports may hold the word, because it means there what the list says. */
  homes: readonly string[];
  /** Recognizes the meaning by the words that follow, wherever that is. */
  means?: (following: readonly string[]) => boolean;
}

/** Words of the list in CONTRIBUTING.md of which others have made something else: where each has its one meaning. */
const WORDS: Readonly<Record<string, HouseWord>> = {
  room: { forms: ["room", "rooms"], homes: ["infra/livekit/", "infra/telephony/sip/", "media/"] },
  turn: {
    forms: ["turn", "turns"],
    homes: [
      "api/calls/carrier-callbacks/",
      "api/calls/turn-webhook/",
      "console/calls/turn-times.tsx",
      "domain/rehearsal/",
      "api/conversations/",
      "application/conversation/",
      "domain/assistant/",
      "domain/call/call-instructions.ts",
      "domain/conversation/",
      "domain/model/model-outage.rules.ts",
      "infra/postgres/conversation/",
      "infra/telephony/",
      "media/",
    ],
  },
  hold: {
    forms: ["hold", "holds", "held", "holding"],
    homes: ["api/calls/turn-webhook/", "domain/call/transfer.rules.ts", "infra/postgres/call/call-transfer.entity.ts"],
  },
  place: {
    forms: ["place", "places", "placed", "placing"],
    homes: [],
    means: ([next = ""]) => next === "call" || next === "run",
  },
  words: {
    forms: ["word", "words"],
    homes: [
      "activities/thread/",
      "api/calls/supervision/",
      "api/conversations/",
      "api/marketplace/marketplace.schemas.ts",
      "application/conversation/",
      "console/",
      "domain/call/supervision.rules.ts",
      "domain/conversation/",
      "domain/document/terms.ts",
      "infra/models/scripted.",
      "infra/postgres/conversation/",
      "infra/postgres/number/",
      "infra/postgres/request/",
      "infra/postgres/supervision/",
      "infra/postgres/thread/",
      "infra/postgres/timeline/",
      "infra/public-address/",
      "infra/simulator/",
      "media/",
    ],
  },
};

const SOURCES = "{domain,application,api,workflows,activities,worker,media,infra,console}/**/*.{ts,tsx}";
const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type)\s+\*?\s*(\w+)/gm;

/** Returns the words of a name: `readHTTPBody.rules` is read, http, body, rules. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const isMisused = (file: string, name: string, { forms, homes, means }: HouseWord): boolean => {
  if (homes.some((home) => file.startsWith(home))) return false;
  const words = wordsOf(name);
  return words.some((word, at) => forms.includes(word) && means?.(words.slice(at + 1)) !== true);
};

const namesIn = (file: string, source: string): string[] => [
  file.slice(file.lastIndexOf("/") + 1).replace(/\.tsx?$/, ""),
  ...[...source.matchAll(EXPORTED)].map(([, name = ""]) => name),
];

const findMisused = (file: string, source: string): string[] =>
  Object.entries(WORDS).flatMap(([word, meaning]) =>
    namesIn(file, source)
      .filter((name) => isMisused(file, name, meaning))
      .map((name) => `${file}: ${name} uses "${word}" for another thing than CONTRIBUTING.md says`),
  );

const isGenerated = (file: string) => file.startsWith("infra/postgres/migrations/") || file === "console/api/routes.ts";

it("names of files and exports use the house's words for the one thing that the list says", () => {
  const files = globSync(SOURCES, { cwd: ROOT }).map((file) => file.replaceAll("\\", "/"));
  expect(files.length).toBeGreaterThan(1000);
  const misused = files
    .filter((file) => !file.includes("node_modules/") && !isGenerated(file))
    .flatMap((file) => findMisused(file, readFileSync(join(ROOT, file), "utf8")));
  expect(misused).toEqual([]);
});

it.each([
  ["api/require-room.ts", "", "require-room"],
  ["api/require-quota.ts", "export const insertWithRoom = () => {};", "insertWithRoom"],
  ["activities/document-processing/turn.ts", "", "turn"],
  ["application/model/reserve.ts", "export interface HeldRequest {}", "HeldRequest"],
  ["domain/call/slots.ts", "export const VOICE_PLACES = 3;", "VOICE_PLACES"],
  ["infra/models/own-words.ts", "", "own-words"],
])("%s with %j is found", (file, source, name) => {
  expect(findMisused(file, source)).toEqual([expect.stringContaining(`${file}: ${name} uses`)]);
});

it("a home that nobody uses is gone from the list", () => {
  const files = globSync(SOURCES, { cwd: ROOT }).map((file) => file.replaceAll("\\", "/"));
  const unused = Object.entries(WORDS).flatMap(([word, { forms, homes }]) =>
    homes
      .filter(
        (home) =>
          !files
            .filter((file) => file.startsWith(home))
            .some((file) =>
              namesIn(file, readFileSync(join(ROOT, file), "utf8")).some((name) =>
                wordsOf(name).some((each) => forms.includes(each)),
              ),
            ),
      )
      .map((home) => `${word}: ${home}`),
  );
  expect(unused).toEqual([]);
});

it("the list in CONTRIBUTING.md has each of them", () => {
  const list = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  for (const word of Object.keys(WORDS)) expect(list).toMatch(new RegExp(`^\\| ${word} \\|`, "m"));
});
