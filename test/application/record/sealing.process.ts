import { pino } from "pino";
import { sealRecord } from "../../../application/record/seal-record.ts";
import { createObjectStore } from "../../../infra/object-store/object-store.ts";
import { openDatabase } from "../../../infra/postgres/database.ts";
import { createSecretBox } from "../../../infra/secrets/secret-box.ts";

/* Seals one record and stops at a step, where the test kills it. It ends by itself where the step never comes. */

const { url, encryptionKey, store, organizationId, stopAt } = JSON.parse(process.argv[2] ?? "{}");

const reach = async (step: string): Promise<void> => {
  if (step !== stopAt) return;
  process.stdout.write("reached\n");
  await new Promise(() => setInterval(() => {}, 60_000));
};

const database = openDatabase({ url, poolSize: 4, applicationName: "sealing-process" });
const objectStore = createObjectStore(store);
let commits = 0;

/** `tile/entries/…` is `entries`, `tile/0/…` is `0`. */
const nameOf = (key: string): string => /\/tile\/([^/]+)\//.exec(key)?.[1] ?? "checkpoint";

await sealRecord(
  {
    database: {
      ...database,
      inOrganization: async (id, work) => {
        commits += 1;
        const own = commits;
        const result = await database.inOrganization(id, async (tx) => {
          const made = await work(tx);
          await reach(`before commit ${own}`);
          return made;
        });
        await reach(`after commit ${own}`);
        return result;
      },
    },
    objectStore: {
      ...objectStore,
      put: async (key, body, contentType) => {
        await reach(`before ${nameOf(key)}`);
        await objectStore.put(key, body, contentType);
        await reach(`after ${nameOf(key)}`);
      },
    },
    secrets: createSecretBox([encryptionKey]),
    logger: pino({ level: "silent" }),
  },
  organizationId,
);
await database.close();
process.stdout.write("ended\n");
