import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const LOOK_EVERY_MS = 500;

const [agentId, contactsPath] = process.argv.slice(2);
const { RINGDOWN_URL, RINGDOWN_API_KEY } = process.env;
if (!agentId || !contactsPath || !RINGDOWN_URL || !RINGDOWN_API_KEY) {
  console.error("Set RINGDOWN_URL and RINGDOWN_API_KEY, then: node campaign.ts AGENT_ID contacts.csv");
  process.exit(2);
}

type Answer = Record<string, string | number> & { outcomes?: Record<string, number> };

const isAnswer = (value: unknown): value is Answer => typeof value === "object" && value !== null;

/** Asks the API. An error answer is thrown with its own sentence, which says what to do. */
const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
  const response = await fetch(`${RINGDOWN_URL}/api/v1${path}`, {
    method,
    headers: { "X-API-Key": RINGDOWN_API_KEY, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  const answer = await response.json();
  if (!isAnswer(answer)) throw new Error(`${method} ${path} answered no object`);
  return answer;
};

/** Uploads the file to a signed URL, and returns the key by which the import finds it. */
const upload = async (path: string): Promise<unknown> => {
  const file = readFileSync(path);
  const request = { file_name: basename(path), file_size: file.length };
  const { upload_url, object_store_key } = await ask("POST", "/object-store/presigned-upload-url", request);
  const stored = await fetch(String(upload_url), {
    method: "PUT",
    body: file,
    headers: { "Content-Type": "text/csv" },
  });
  if (!stored.ok) throw new Error(`The upload answered ${stored.status}: ${await stored.text()}`);
  return object_store_key;
};

/** Asks again until the answer is the one that is waited for. */
const askUntil = async (path: string, isThere: (answer: Answer) => boolean) => {
  for (;;) {
    const answer = await ask("GET", path);
    if (isThere(answer)) return answer;
    await delay(LOOK_EVERY_MS);
  }
};

const { id: listId } = await ask("POST", "/contact-lists", { name: `Contacts of ${basename(contactsPath)}` });
const { import_id: importId } = await ask("POST", `/contact-lists/${listId}/import`, {
  object_store_key: await upload(contactsPath),
});
const imported = await askUntil(`/contact-lists/${listId}/imports/${importId}`, ({ status }) =>
  ["completed", "failed", "canceled"].includes(String(status)),
);
if (imported.status !== "completed") throw new Error(`The import has ${imported.status}: ${imported.error}`);
console.log(`${imported.imported} contacts were imported, ${imported.invalid} rows were left out.`);

const { id: campaignId } = await ask("POST", "/campaigns/create", {
  name: `Campaign of ${basename(contactsPath)}`,
  workflow_id: Number(agentId),
  contact_list_id: listId,
  max_concurrency: 3,
  consent_attested: true,
});
await ask("POST", `/campaigns/${campaignId}/start`, {});

let shown = "";
const ended = await askUntil(`/campaigns/${campaignId}/progress`, ({ state, total, finished, suppressed }) => {
  const line = `${state}: ${Number(finished) + Number(suppressed)} of ${total} contacts are done`;
  if (line !== shown) console.log(line);
  shown = line;
  return state !== "running";
});
console.log(`The campaign is ${ended.state}.`);
const { outcomes } = await ask("GET", `/campaigns/${campaignId}/summary`);
for (const [outcome, calls] of Object.entries(outcomes ?? {})) console.log(`${outcome}: ${calls}`);
