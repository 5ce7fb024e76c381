import { expect } from "@jest/globals";
import { sql } from "kysely";
import { pino } from "pino";
import { buildLogFolder, readRecordFile } from "../../../application/record/record-store.ts";
import type { sealRecord } from "../../../application/record/seal-record.ts";
import { parseCheckpoint, parseNote } from "../../../domain/record/checkpoint.rules.ts";
import { computeRoot, TILE_WIDTH } from "../../../domain/record/merkle-tree.ts";
import { formatTilePath } from "../../../domain/record/tile-paths.ts";
import { createObjectStore } from "../../../infra/object-store/object-store.ts";
import { readRecordKeys } from "../../../infra/postgres/record/record-keys.repository.ts";
import { recordHashes } from "../../../infra/record/record-hashes.ts";
import { createTenant } from "../../factories/tenant.ts";
import { TEST_BUCKET, testEnvironment } from "../../harness/environment.ts";
import type { TestDatabase } from "../../harness/test-database.ts";
import { testSecrets } from "../../harness/test-secrets.ts";

export type SealingDependencies = Parameters<typeof sealRecord>[0];

/** A record whose sealing is disturbed, and what was ever handed out of it. */
export interface SealedLog {
  organizationId: number;
  deps: SealingDependencies;
  logFolder: string;
  /** Adds entries that are committed. */
  append(count: number): Promise<void>;
  /** Requires that everything is sealed and stored, once and in its order, and that no size was ever signed with two roots. */
  requireWhole(): Promise<void>;
}

export const openTestStore = () =>
  createObjectStore({ ...testEnvironment.objectStore(), region: "us-east-1", bucket: TEST_BUCKET });

export const createSealedLog = async (test: TestDatabase): Promise<SealedLog> => {
  const { organizationId } = await createTenant(test);
  const objectStore = openTestStore();
  const logger = pino({ level: "silent" });
  const deps = { database: test.database, objectStore, secrets: testSecrets, logger };
  const { installation } = await readRecordKeys(test.database, testSecrets);
  const logFolder = buildLogFolder({ installation, organizationId });
  let appended = 0;
  return {
    organizationId,
    deps,
    logFolder,
    append: async (count) => {
      await sql`insert into unsealed_entries (organization_id, kind, actor, facts)
        select ${organizationId}, 'campaign.pause_answered', 'system', jsonb_build_object('campaign', i)
        from generate_series(${appended + 1}::bigint, ${appended + count}::bigint) i`.execute(test.everything);
      appended += count;
    },
    requireWhole: async () => {
      const { rows } = await sql<{ index: number; line: string }>`
        select index, line from record_entries where organization_id = ${organizationId} order by index`.execute(
        test.everything,
      );
      expect(rows.map(({ line }) => JSON.parse(line).facts.campaign)).toEqual(rows.map((_, at) => at + 1));
      expect(rows).toHaveLength(appended);
      const leaves = rows.map(({ line }) => recordHashes.leaf(Buffer.from(line)));
      const rootAt = (size: number) => Buffer.from(computeRoot(leaves.slice(0, size), recordHashes)).toString("base64");
      const notes = await test.everything
        .selectFrom("record_checkpoints")
        .select("note")
        .where("organization_id", "=", organizationId)
        .execute();
      const stored = (await readRecordFile({ objectStore }, logFolder, "checkpoint")).toString();
      const points = [...notes.map(({ note }) => note), stored].map((note) =>
        parseCheckpoint(parseNote(note)?.text ?? ""),
      );
      expect(points.map((point) => point?.root)).toEqual(points.map((point) => rootAt(point?.size ?? -1)));
      expect(points.at(-1)?.size).toBe(appended);
      for (let index = 0; index * TILE_WIDTH < appended; index += 1) {
        const tile = leaves.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
        const path = formatTilePath({ level: 0, index, width: tile.length });
        expect(await readRecordFile({ objectStore }, logFolder, path)).toEqual(Buffer.concat(tile));
      }
      const { count } = await test.everything
        .selectFrom("unsealed_entries")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("organization_id", "=", organizationId)
        .executeTakeFirstOrThrow();
      expect(count).toBe(0);
    },
  };
};
