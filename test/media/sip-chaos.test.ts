import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import pg from "pg";
import {
  getCampaignOperation,
  pauseCampaignOperation,
  resumeCampaignOperation,
  startCampaignOperation,
} from "../../api/campaigns/campaigns.operations.ts";
import { addDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import { setModelsOperation } from "../../api/models/models.operations.ts";
import { createPhoneNumberOperation } from "../../api/numbers/phone-numbers.operations.ts";
import { createTelephonyAccountOperation } from "../../api/telephony/telephony.operations.ts";
import { zoneByDay } from "../chaos/dialling-hours.ts";
import { createKiller } from "../chaos/killer.ts";
import { persistently } from "../chaos/persistent-client.ts";
import { fictionalNumbers } from "../factories/fictional-numbers.ts";
import type { ApiClient } from "../harness/api-client.ts";
import { openDiallingOrganization } from "../harness/dialling-organization.ts";
import { openTestStack, type TestStack } from "../harness/test-stack.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { callIn } from "./sip-caller.ts";
import { sipMissing } from "./sip-missing.ts";
import { prepareSipServers } from "./sip-servers.ts";
import { type SipTrunk, startSipTrunk } from "./sip-trunk.ts";

/** The promises of a campaign over a SIP trunk under `kill -9`, by the record of SIPp as the trunk. */
const missing = process.env["TEST_VOICE"] === undefined ? "`npm run test:voice` runs it" : sipMissing();
if (missing !== null) process.stderr.write(`\n*** SKIPPED: a campaign over a SIP trunk under kill -9: ${missing}.\n\n`);
const whereDialled = missing === null ? describe : describe.skip;

const CONTACTS = 30;
const PATIENCE_MS = 300_000;

let servers: Awaited<ReturnType<typeof prepareSipServers>>;
let stack: TestStack;
let trunk: SipTrunk;
beforeAll(async () => {
  if (missing !== null) return;
  servers = await prepareSipServers();
  stack = await openTestStack({ ...servers.settings, OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1" });
  await servers.start(stack.running.addresses.api);
  trunk = await startSipTrunk({ refuses: [486, "Busy Here"] });
});
afterAll(async () => {
  await trunk?.close();
  await stack?.close();
  await servers?.stop();
});

/** The number is of one organization alone, whichever test comes first. */
const connectTrunk = async (client: ApiClient, address: string): Promise<number> => {
  const speech = { provider: "openai", model: "nobody", api_key: "a key", base_url: "http://127.0.0.1:9" };
  await client.call(setModelsOperation, { body: { tts: speech, stt: speech } });
  const { body: account } = await client.call(createTelephonyAccountOperation, {
    body: {
      name: "trunk",
      config: { provider: "sip", address: trunk.address, calls_per_second: 5, inbound_addresses: "127.0.0.1" },
    },
  });
  const number = { address, is_default_caller_id: true };
  await client.call(createPhoneNumberOperation, { params: { config_id: account.id }, body: number });
  return account.id;
};

const readNumber = async (query: string): Promise<number> => {
  const database = new pg.Client({ connectionString: stack.running.environment["DATABASE_MIGRATIONS_URL"] });
  await database.connect();
  try {
    const { rows } = await database.query<{ value: string }>(query);
    return Number(rows[0]?.value);
  } finally {
    await database.end();
  }
};

/** The calling hours of an organization would keep the test waiting for the morning. */
const AT_ANY_TIME = {
  enabled: true,
  timezone: "UTC",
  slots: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day_of_week: day, start_time: "00:00", end_time: "24:00" })),
};

const callsUnderWay = () =>
  readNumber("select count(*) as value from call_runs where state in ('dialing', 'ringing', 'in_progress')");

const dialled = (): string[] => trunk.received("INVITE").map((each) => /^INVITE sip:(\+?\d+)/m.exec(each)?.[1] ?? "?");
const untilDialled = (count: number) =>
  waitUntil(`${count} numbers are dialled`, () => trunk.invites().length >= count, PATIENCE_MS);

whereDialled("a campaign over a SIP trunk", () => {
  it("dials nobody twice, nobody after the pause, and nobody on the do-not-call list, under kill -9", async () => {
    const killer = createKiller(() => stack.running);
    const organization = await openDiallingOrganization(stack.running, {});
    const { client } = organization;
    const telephony_configuration_id = await connectTrunk(client, "+12025550100");
    const numbers = fictionalNumbers(CONTACTS);
    const listId = await organization.importNumbers(numbers, zoneByDay(Date.now()));
    const campaignId = await organization.createCampaign(listId, {
      telephony_configuration_id,
      max_concurrency: 3,
      retry_config: { enabled: false },
      schedule_config: AT_ANY_TIME,
    });
    const params = { campaign_id: campaignId };
    await client.call(startCampaignOperation, { params });

    await untilDialled(5);
    await killer.kill("worker");
    await untilDialled(9);
    const forbidden = numbers.slice(-5);
    const listing = persistently("the numbers are on the list", () =>
      client.call(addDoNotCallOperation, { body: { phone_numbers: forbidden } }),
    );
    await killer.kill("api");
    await listing;
    await untilDialled(13);
    await persistently("the campaign is paused", () => client.call(pauseCampaignOperation, { params }));
    await waitUntil("the calls before the pause are over", async () => (await callsUnderWay()) === 0, PATIENCE_MS);
    const beforePause = trunk.invites().length;
    await killer.kill("worker");
    await killer.kill("api");
    await killer.everythingUp();
    expect(trunk.invites()).toHaveLength(beforePause);
    await persistently("the campaign is resumed", () => client.call(resumeCampaignOperation, { params }));
    await untilDialled(beforePause + 3);
    await killer.kill("worker");
    await waitUntil(
      "the campaign is over",
      async () => {
        const { body } = await persistently("the campaign is read", () =>
          client.call(getCampaignOperation, { params }),
        );
        return body.state === "completed";
      },
      PATIENCE_MS,
    );

    const digits = (number: string) => number.replace("+", "");
    const isForbidden = (number: string) => forbidden.some((each) => digits(each) === digits(number));
    expect(dialled().filter(isForbidden)).toEqual([]);
    // Each call has an id of its own; the same number under two of them was dialled twice.
    expect(trunk.invites()).toHaveLength(new Set(dialled()).size);
    expect(trunk.invites().length).toBeGreaterThanOrEqual(beforePause + 3);
  });
});

whereDialled("a call that comes in over a SIP trunk while the worker is killed", () => {
  it("is answered by the next one, and has one run", async () => {
    const killer = createKiller(() => stack.running);
    const { client } = await openDiallingOrganization(stack.running, {});
    const config_id = await connectTrunk(client, "+12025550102");
    const inbound_workflow_id = await readNumber("select max(id) as value from agents");
    const to = "+12025550101";
    await client.call(createPhoneNumberOperation, {
      params: { config_id },
      body: { address: to, inbound_workflow_id },
    });
    await killer.kill("worker");
    const caller = await callIn({ sip: servers.sipPort(), to });
    try {
      await caller.hears(200);
      await killer.kill("worker");
      await killer.everythingUp();
      expect(await readNumber("select count(*) as value from call_runs where direction = 'inbound'")).toBe(1);
    } finally {
      await caller.close();
    }
  });
});
