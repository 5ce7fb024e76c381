import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { migrations } from "../../../infra/postgres/migrations/migrations.ts";
import { runMigrations } from "../../../infra/postgres/run-migrations.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createTenant } from "../../factories/tenant.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

const stepped = Object.entries(migrations).filter(([, migration]) => migration.inSteps);

let test: TestDatabase;

beforeEach(async () => {
  test = await createTestDatabase();
});
afterEach(() => test.drop());

/** Has the database run it, and those after it, as ones that it has never heard of, which they are after a crash amid it. */
const repeat = async (name: string): Promise<void> => {
  const repeated = stepped.map(([step]) => step).filter((step) => step >= name);
  await sql`delete from kysely_migration where name = any(${repeated})`.execute(test.everything);
  await runMigrations({ url: test.superuserUrl, migrations });
};

const indexesOfRuns = async (): Promise<readonly unknown[]> => {
  const { rows } = await sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as says, indisvalid as valid
    from pg_index where indrelid = 'call_runs'::regclass order by 1
  `.execute(test.everything);
  return rows;
};

describe("migrations in steps", () => {
  it.each(stepped)("are repeated without a change: %s", async (name) => {
    const before = await indexesOfRuns();
    await repeat(name);
    expect(await indexesOfRuns()).toEqual(before);
  });

  it("name the calls that had come in, and replace the indexes of before", async () => {
    const after = await indexesOfRuns();
    const tenant = await createTenant(test);
    const { agentId, versionId } = await createAgentRows(test, tenant);
    await sql`
      drop trigger name_inbound_call on call_runs;
      alter table call_runs drop column inbound_call_id;
      create index call_runs_unfinished on call_runs (organization_id) where state = 'queued';
      create unique index call_runs_inbound on call_runs (telephony_configuration_id, carrier_call_id)
        where direction = 'inbound' and carrier_call_id is not null;
    `.execute(test.everything);
    await sql`
      insert into call_runs
        (organization_id, uuid, agent_id, agent_version_id, name, mode, direction, state, carrier_call_id)
      select ${tenant.organizationId}, gen_random_uuid(), ${agentId}, ${versionId}, 'WR-' || n, 'simulator',
        case when n <= 2 then 'inbound' else 'outbound' end, 'completed', 'CA' || n
      from generate_series(1, 4) n
    `.execute(test.everything);
    await repeat("0111-updates-in-place");
    const { rows } = await sql`
      select carrier_call_id as call, inbound_call_id as named from call_runs order by carrier_call_id
    `.execute(test.everything);
    expect(rows).toEqual([
      { call: "CA1", named: "CA1" },
      { call: "CA2", named: "CA2" },
      { call: "CA3", named: null },
      { call: "CA4", named: null },
    ]);
    expect(await indexesOfRuns()).toEqual(after);
  });
});
