import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { rememberQuota, takeRememberedQuota } from "../../api/remembered-quota.ts";
import { type Database, openDatabase } from "../../infra/postgres/database.ts";

const NOW = 5000;

/** It is told apart from others only: nothing is asked of it. */
const openUnusedDatabase = (): Database =>
  openDatabase({ url: "postgres://127.0.0.1:1/unused", poolSize: 1, applicationName: "remembered room" });

it("has nothing to take before a count, and a tenth of what it found after it", () => {
  const database = openUnusedDatabase();
  expect(takeRememberedQuota(database, "1/folders", NOW)).toBe(false);
  rememberQuota(database, "1/folders", 49, NOW);
  const taken = Array.from({ length: 6 }, () => takeRememberedQuota(database, "1/folders", NOW));
  // With half of it left, one addition counts while the others go on.
  expect(taken).toEqual([true, true, false, true, true, false]);
});

it("remembers nothing close to a limit", () => {
  const database = openUnusedDatabase();
  rememberQuota(database, "1/folders", 9, NOW);
  expect(takeRememberedQuota(database, "1/folders", NOW)).toBe(false);
});

it("forgets after a tenth of a second", () => {
  const database = openUnusedDatabase();
  rememberQuota(database, "1/folders", 1000, NOW);
  expect(takeRememberedQuota(database, "1/folders", NOW + 100)).toBe(true);
  expect(takeRememberedQuota(database, "1/folders", NOW + 101)).toBe(false);
});

it("keeps organizations, kinds and databases apart", () => {
  const [one, other] = [openUnusedDatabase(), openUnusedDatabase()];
  rememberQuota(one, "1/folders", 1000, NOW);
  expect(takeRememberedQuota(one, "2/folders", NOW)).toBe(false);
  expect(takeRememberedQuota(one, "1/credentials", NOW)).toBe(false);
  expect(takeRememberedQuota(other, "1/folders", NOW)).toBe(false);
  expect(takeRememberedQuota(one, "1/folders", NOW)).toBe(true);
});

it("lets one process alone exceed no limit, whatever is added and removed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.array(fc.integer({ min: -1, max: 9 })), (most, acts) => {
      const database = openUnusedDatabase();
      let count = 0;
      const add = () => {
        if (takeRememberedQuota(database, "1/folders", NOW)) count += 1;
        else if (count < most) {
          rememberQuota(database, "1/folders", most - count - 1, NOW);
          count += 1;
        }
        expect(count).toBeLessThanOrEqual(most);
      };
      for (const act of acts) {
        if (act < 0) count = Math.max(count - 1, 0);
        for (let added = 0; added < act; added += 1) add();
      }
      for (let more = 0; more < most + 10; more += 1) add();
      expect(count).toBe(most);
    }),
  );
});
