import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { type CredentialTimes, isCredentialOver } from "../../../../domain/access/request-credential.ts";
import { IS_KEY_IN_USE } from "../../../../infra/postgres/access/access.repository.ts";
import { createTenant, type Tenant } from "../../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";

let test: TestDatabase;
let tenant: Tenant;

beforeAll(async () => {
  test = await createTestDatabase();
  tenant = await createTenant(test);
});
afterAll(() => test.drop());

const MINUTE_MS = 60_000;
const before = new Date(Date.now() - MINUTE_MS);
const after = new Date(Date.now() + 60 * MINUTE_MS);

const EXPIRING: readonly (CredentialTimes & { expiresAt: Date })[] = [
  { endedAt: null, expiresAt: before },
  { endedAt: null, expiresAt: after },
  { endedAt: before, expiresAt: before },
  { endedAt: before, expiresAt: after },
];
const ALL: readonly CredentialTimes[] = [
  ...EXPIRING,
  { endedAt: null, expiresAt: null },
  { endedAt: before, expiresAt: null },
];

const isFound = async (query: ReturnType<typeof sql>): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select exists (${query}) as found`.execute(test.everything);
  return rows[0]?.found === true;
};

const insertKey = async ({ endedAt, expiresAt }: CredentialTimes): Promise<Buffer> => {
  const hash = randomBytes(32);
  const { organizationId, admin } = tenant;
  await sql`
    insert into api_keys (organization_id, name, key_prefix, key_hash, environment, created_by, archived_at, expires_at)
    values (${organizationId}, 'a key', 'vap_live_abc', ${hash}, 'production', ${admin.userId}, ${endedAt}, ${expiresAt})
  `.execute(test.everything);
  return hash;
};

const insertSession = async ({ endedAt, expiresAt }: CredentialTimes): Promise<Buffer> => {
  const hash = randomBytes(32);
  await sql`
    insert into sessions (organization_id, user_id, token_hash, revoked_at, expires_at)
    values (${tenant.organizationId}, ${tenant.admin.userId}, ${hash}, ${endedAt}, ${expiresAt})`.execute(
    test.everything,
  );
  return hash;
};

describe("whether a credential is over", () => {
  it("is told of keys by the database as by the domain", async () => {
    for (const times of ALL) {
      const hash = await insertKey(times);
      const isGood = !isCredentialOver(times, new Date());
      expect(await isFound(sql`select from auth_api_key(${hash})`)).toBe(isGood);
      expect(await isFound(sql`select from api_keys k where k.key_hash = ${hash} and ${IS_KEY_IN_USE}`)).toBe(isGood);
    }
  });

  it("is told of sessions by the database as by the domain", async () => {
    for (const times of EXPIRING) {
      const hash = await insertSession(times);
      const isGood = !isCredentialOver(times, new Date());
      expect(await isFound(sql`select from auth_session(${hash})`)).toBe(isGood);
    }
  });
});
