import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");
const PLACES = [
  "domain",
  "application",
  "api",
  "api/calls",
  "api/conversations",
  "workflows",
  "activities",
  "infra",
  "infra/postgres",
] as const;

/** One word for one thing, in the singular. Each names folders of at least two places: what is decided, asked, done, kept. */
const AREAS = [
  "access",
  "after-conversation",
  "agent",
  "analytics",
  "audit",
  "call",
  "call-run",
  "campaign",
  "channel",
  "connector",
  "contact",
  "contact-import",
  "conversation",
  "credential",
  "document",
  "document-deletion",
  "document-processing",
  "idempotency",
  "journey",
  "mail",
  "maintenance",
  "message",
  "mcp",
  "model",
  "national-list",
  "number",
  "number-release",
  "number-rental",
  "number-verification",
  "person",
  "person-erasure",
  "person-export",
  "privacy",
  "record",
  "recording",
  "rehearsal",
  "removal",
  "request",
  "request-digest",
  "retention",
  "rule-pack",
  "supervision",
  "team",
  "telephony",
  "template",
  "template-hire",
  "text-session",
  "thread",
  "timeline",
  "tool",
  "web-call",
  "webhook",
  "webhook-delivery",
  "what-if",
] as const;

/** Words of one place alone, and why no other place has them. */
const ALONE: Readonly<Record<string, string>> = {
  "domain/answerer": "who answered: calls, campaigns, conversations and carriers say it in the same five words",
  "domain/assistant":
    "the console's assistant answers in threads; its requests, workflow and rows are those of threads",
  "domain/environment": "production and sandbox: what one may do to the other, in every area",
  "domain/file": "sizes, kinds and names of files belong to no area",
  "domain/json": "values of JSON belong to no area",
  "domain/secret": "secrets as people paste them belong to no area",
  "domain/time": "instants, zones and durations belong to no area",
  "api/api-key": "a key is granted by the API alone; its row stands with the other ways in, in access/",
  "api/auth": "signing in is a thing of the API alone; its rows stand with the other ways in, in access/",
  "api/console": "serves the built pages of the console, which has no rows",
  "api/guide": "serves the guides of docs/, which has no rows",
  "api/http": "the mechanism of every operation",
  "api/marketplace": "the shop, as people call it; what it sells are templates, and everything below it says so",
  "api/organization": "an organization is what everything belongs to; its row stands with memberships, in access/",
  "api/people":
    "what is known of a person and happened with them, which is person/ below it; its export and its erasure, which are privacy/",
  "api/scim":
    "people and groups as directories keep them, in the form of SCIM; their rows stand with the other ways in, in access/",
  "api/service": "what the service says of itself: health, version, its own document",
  "api/calls/carrier-callbacks": "callbacks of carriers, which come to the API alone",
  "api/calls/carrier-texts": "carriers tell of texts as of calls, and are verified by the same accounts",
  "api/calls/inbound": "calls that come in are made by a request, and are runs like others afterwards",
  "api/conversations/relay": "a way in which a carrier hands words over; the engine knows it as a driver",
  "api/conversations/text": "messages of sessions in text; the workflow that looks after one is its text-session",
  "api/calls/turn-webhook": "a way in which a carrier hands words over; the engine knows it as a driver",
  "workflows/carrier-reports":
    "gathers what carriers report after calls, which activities of call-run/ do, beside what they do at a call's end",
  "activities/session": "what ends text sessions and web calls alike; both workflows use it",
  "infra/backup": "copies all areas at one instant",
  "infra/config": "the environment's variables",
  "infra/doctor": "looks at the parts of an installation",
  "infra/contact-file": "a format: rows of contacts in CSV and XLSX",
  "infra/dns": "a vendor: what domains say of themselves",
  "infra/document-source": "a vendor: servers at the addresses that documents are read from",
  "infra/document-text": "a format: the text of files",
  "infra/guarded-request": "mechanism of every request to an address that an organization names",
  "infra/holiday": "a vendor: public holidays",
  "infra/limits": "mechanism: token bucket and semaphores of every limit of a process",
  "infra/livekit": "a vendor: rooms for audio",
  "infra/local": "the embedded stack",
  "infra/pinned-package": "mechanism: packages and programs at versions whose SHA-256 is pinned",
  "infra/local-speech": "mechanism: fetches the models of this machine",
  "infra/models": "vendors of models; what an organization has configured of them is its model/",
  "infra/object-store": "a vendor: files",
  "infra/oidc": "a vendor: identity providers of organizations",
  "infra/passage-index": "a vendor: passages by meaning and words",
  "infra/postgres": "a vendor: rows",
  "infra/public-address": "mechanism: tries whether our own address is reached",
  "infra/reading-process": "mechanism of every reader of people's files",
  "infra/secrets": "mechanism: what is sealed and hashed",
  "infra/server-sent-events": "a format: what models, MCP servers and pages stream",
  "infra/simulator": "the simulated carrier's server",
  "infra/telemetry": "mechanism: metrics, traces, probes",
  "infra/temporal": "a vendor: workflows",
  "infra/xlsx": "a format",
  "infra/postgres/artifact": "rows of files that calls leave: transcripts and recordings",
  "infra/postgres/installation": "figures of the whole installation for its operator, which belong to no organization",
  "infra/postgres/load": "what all API processes count together: api/http/load",
  "infra/postgres/migrations": "what made the tables",
  "infra/postgres/sealed": "sealed columns of all areas",
  "infra/text-encoding": "mechanism of every reader of texts",
};

/** Folders of tests that mirror no source, and why. */
const TESTS_ALONE: Readonly<Record<string, string>> = {
  "test/api/timeline-events": "changes of every area, and the events that they must leave",
  "test/api/conversations/drivers": "one conversation through every way in which words are handed over",
  "test/workflows/histories": "recorded histories, which are replayed",
};

const foldersOf = (path: string): string[] =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== "__snapshots__")
        .map(({ name }) => name)
    : [];

/** Areas of the API are in the plural: addresses are. */
const wordOf = (place: string, folder: string): string => (place === "api" ? folder.replace(/s$/, "") : folder);

/** Says what is wrong with the folders below `root`: names that are no word of the lists, words that name nothing. */
const findWrongWords = (root: string): string[] => {
  const named = PLACES.flatMap((place) =>
    foldersOf(join(root, place)).map((folder) => ({
      place,
      word: wordOf(place, folder),
      path: `${place}/${wordOf(place, folder)}`,
    })),
  );
  const areas: readonly string[] = AREAS;
  const isKnown = ({ word, path }: (typeof named)[number]) => areas.includes(word) || path in ALONE;
  const placesOf = (word: string) => named.filter((one) => one.word === word).length;
  return [
    ...named.filter((one) => !isKnown(one)).map(({ path }) => `${path} is no word of the lists`),
    ...areas.filter((word) => placesOf(word) < 2).map((word) => `${word} names folders of one place alone: say why`),
    ...Object.keys(ALONE)
      .filter((path) => !named.some((one) => one.path === path))
      .map((path) => `${path} names no folder`),
    ...Object.keys(ALONE)
      .filter((path) => areas.includes(path.slice(path.lastIndexOf("/") + 1)))
      .map((path) => `${path} is an area of several places`),
    ...findStrayTests(root),
  ];
};

/** Folders of tests whose source does not exist. */
const findStrayTests = (root: string): string[] =>
  PLACES.flatMap((place) =>
    foldersOf(join(root, "test", place))
      .filter((folder) => !existsSync(join(root, place, folder)))
      .map((folder) => `test/${place}/${folder}`),
  )
    .filter((path) => !(path in TESTS_ALONE))
    .map((path) => `${path} mirrors no folder`);

it("every folder is named by the one word of its thing, and a word of one place has a reason", () => {
  expect(findWrongWords(ROOT)).toEqual([]);
});

it.each([
  ["api/conversations/browser", "api/conversations/browser is no word of the lists"],
  ["infra/postgres/after-call", "infra/postgres/after-call is no word of the lists"],
  ["activities/sessions", "activities/sessions is no word of the lists"],
  ["workflows/organization", "workflows/organization is no word of the lists"],
  ["test/domain/calls", "test/domain/calls mirrors no folder"],
])("a planted folder %s is found", (folder, sentence) => {
  const root = mkdtempSync(join(tmpdir(), "ringdown-areas-"));
  try {
    for (const place of PLACES)
      for (const known of foldersOf(join(ROOT, place))) mkdirSync(join(root, place, known), { recursive: true });
    mkdirSync(join(root, folder), { recursive: true });
    expect(findWrongWords(root)).toEqual([sentence]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
