import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { z } from "zod";
import { operations } from "../../../api/areas.ts";
import type { AnyOperation } from "../../../api/http/operation.ts";

// Written anew with `UPDATE_GUIDES=1 npm test -- guides/operation-ways`.
const FILE = "docs/integrators/operation-ways.md";

const REFERENCE = "clients of the reference interface read it so";
const EARLIER = "from before the one way";
const ONE_LIST = "a few at most, and whole on purpose";

/** Lists that go another way than a cursor, and why. New ones are not among them. */
const OTHER_LISTS: Readonly<Record<string, string>> = {
  "agents.list": REFERENCE,
  "agents.summary": REFERENCE,
  "agents.versions": REFERENCE,
  "calls.list": REFERENCE,
  "calls.listAll": REFERENCE,
  "calls.search": "the calls that fit best, of which there are no more pages",
  "campaigns.runs": REFERENCE,
  "channels.list": REFERENCE,
  "channels.listRequests": EARLIER,
  "channels.timeline": "the specification names its position",
  "contacts.imports.list": "the newest alone",
  "contacts.list": EARLIER,
  "credentials.list": REFERENCE,
  "keys.list": REFERENCE,
  "knowledge.list": REFERENCE,
  "tools.list": REFERENCE,
  "webhooks.deadLetters": EARLIER,
  "webhooks.deliveries": EARLIER,
  "webhooks.list": ONE_LIST,
};

/** Operations of POST with another success than 200 or 202, and why. */
const OTHER_CREATES: Readonly<Record<string, string>> = {
  "embedTokens.create": EARLIER,
  "marketplace.hires.upgrade": EARLIER,
  "marketplace.packs.create": EARLIER,
  "marketplace.packs.createVersion": EARLIER,
  "numbers.provision": EARLIER,
  "team.members.invite": EARLIER,
  "webCalls.startEmbedded": REFERENCE,
};

/** Operations of PUT that change what they are given and leave the rest, and why. */
const PARTIAL_PUTS: Readonly<Record<string, string>> = {
  "agents.update": REFERENCE,
  "channels.members.set": EARLIER,
  "contacts.put": "what is absent is cleared: the whole is optional",
  "credentials.update": REFERENCE,
  "models.set": "what is absent is cleared: the whole is optional",
  "organizations.preferences.set": "what is absent is cleared: the whole is optional",
  "telephony.configs.update": REFERENCE,
  "telephony.phoneNumbers.update": REFERENCE,
  "tools.update": REFERENCE,
  "webhooks.update": EARLIER,
};

const namesOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

/** Returns how a list is read on; null: the operation answers none. */
const wayOf = ({ method, query, success }: AnyOperation): string | null => {
  if (method !== "get") return null;
  const asked = namesOf(query);
  if (asked.includes("cursor")) return "`cursor`, `next_cursor`";
  if (asked.includes("before_at")) return "`before_at`, `before_id`";
  if (asked.includes("before_id")) return "`before_id`, `next_before_id`";
  if (asked.includes("page")) return "`page`, `total_pages`";
  if (asked.includes("offset")) return "`limit`, `offset`";
  if (success.body instanceof z.ZodArray) return "the whole list, an array";
  return asked.includes("limit") ? "`limit`" : null;
};

const lists = operations.flatMap((operation) => {
  const way = wayOf(operation);
  return way === null ? [] : [{ id: operation.id, path: operation.path, way }];
});
const creates = operations.filter(({ method, success }) => method === "post" && success.status === 201);
const puts = operations.filter(({ method, body }) => method === "put" && body?.safeParse({}).success);

const sortedIds = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted();

it("a list is read by a cursor, but for the old ones", () => {
  expect(sortedIds(lists.filter(({ way }) => !way.startsWith("`cursor`")))).toEqual(
    Object.keys(OTHER_LISTS).toSorted(),
  );
});

it("an operation that makes something answers 200, but for the old ones", () => {
  expect(sortedIds(creates)).toEqual(Object.keys(OTHER_CREATES).toSorted());
});

it("a PUT takes the whole, but for the old ones", () => {
  expect(sortedIds(puts)).toEqual(Object.keys(PARTIAL_PUTS).toSorted());
});

const HEAD = `# One way, and the exceptions

What is new goes one way: a list is an object that is read on by \`cursor\` and \`next_cursor\`, what makes something answers 200 (202 where it is
made later), \`PATCH\` changes a part and \`PUT\` takes the whole. Older operations that clients know keep their way. This page is made from the table
of operations, and a test fails for a new exception.
`;

const rows = (list: readonly { id: string; path: string }[], cells: (id: string) => string) =>
  list.map(({ id, path }) => `| \`${id}\` | \`${path}\` | ${cells(id)} |`).join("\n");

it("the guide says of each operation which way it goes", () => {
  const ways = new Map(lists.map(({ id, way }) => [id, way]));
  const wanted = [
    HEAD,
    "## Lists\n",
    "| Operation | Path | Read on by | Why |\n|---|---|---|---|",
    rows(lists, (id) => `${ways.get(id)} | ${OTHER_LISTS[id] ?? "the one way"}`),
    "\n## Operations that answer 201\n",
    "| Operation | Path | Why |\n|---|---|---|",
    rows(creates, (id) => OTHER_CREATES[id] ?? ""),
    "\n## PUT with nothing required\n",
    "| Operation | Path | Why |\n|---|---|---|",
    `${rows(puts, (id) => PARTIAL_PUTS[id] ?? "")}\n`,
  ].join("\n");
  if (process.env["UPDATE_GUIDES"]) writeFileSync(FILE, wanted);
  expect(readFileSync(FILE, "utf8")).toBe(wanted);
});
