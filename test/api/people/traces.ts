import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type CapturedLog } from "../../harness/captured-log.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import type { CallingPlatform } from "../calls/calling-platform.ts";
import type { RunRow, TalkingOrganization } from "../conversations/talking-organization.ts";
import { dumpRows, type KnownPeople, TRACES } from "./known-person.ts";

export const namesPerson = (text: string): boolean => TRACES.some((trace) => trace.test(text));

/** Everything that a platform has written, place by place. */
export type Written = Readonly<Record<string, string[]>>;

interface WhereToLook {
  platform: CallingPlatform;
  organization: Pick<TalkingOrganization, "organizationId">;
  known: KnownPeople;
  /** The folder of the built-in passage index. */
  folder: string;
  log?: CapturedLog;
}

/** Reads rows, objects, histories, the passage index and the log. */
export const readEverything = async ({
  platform,
  organization,
  known,
  folder,
  log,
}: WhereToLook): Promise<Written> => ({
  rows: await dumpRows(platform),
  objects: await listObjects(platform, [...known.runs.map(({ uuid }) => uuid), `org-${organization.organizationId}/`]),
  histories: await listHistories(platform),
  passageIndex: listFiles(folder),
  log: log ? [log.text()] : [],
});

/** Lists where the person is still named, with the beginning of each text. */
export const listTraces = (written: Written): string[] =>
  Object.entries(written).flatMap(([place, texts]) =>
    texts.filter(namesPerson).map((text) => `${place}: ${text.slice(0, 300)}`),
  );

const listObjects = async ({ api }: CallingPlatform, ours: readonly string[]): Promise<string[]> => {
  const { objectStore } = api.dependencies;
  const objects: string[] = [];
  for await (const { key } of objectStore.list())
    if (ours.some((part) => key.includes(part)))
      objects.push(`${key} ${(await buffer(await objectStore.read(key))).toString("latin1")}`);
  return objects;
};

/** Every history of the namespace, with its memo, its summary and decoded payloads. */
const listHistories = async ({ api }: CallingPlatform): Promise<string[]> => {
  const { temporal } = api.dependencies;
  const histories: string[] = [];
  for await (const { workflowId, runId, memo } of temporal.workflow.list()) {
    const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    const decoded = JSON.stringify(history, decodeBytes);
    histories.push(`${workflowId} ${JSON.stringify(memo ?? {})} ${decoded}`);
  }
  return histories;
};

/** A history becomes JSON with its payloads in base64. */
const decodeBytes = (key: string, value: unknown): unknown =>
  key === "data" && typeof value === "string" ? Buffer.from(value, "base64").toString("utf8") : value;

/** The server deletes a history after it was asked to. */
export const untilHistoryIsGone = (
  platform: CallingPlatform,
  run: Pick<RunRow, "organization_id" | "uuid"> | undefined,
): Promise<unknown> =>
  waitUntil("the server has deleted the histories", async () => {
    const begin = `org-${run?.organization_id}/call-${run?.uuid} `;
    return !(await listHistories(platform)).some((history) => history.startsWith(begin));
  });

/** Every file of a folder, byte for byte. */
export const listFiles = (path: string): string[] =>
  readdirSync(path).flatMap((name) => {
    const file = join(path, name);
    return statSync(file).isDirectory() ? listFiles(file) : [`${file} ${readFileSync(file).toString("latin1")}`];
  });
