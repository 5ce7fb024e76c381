import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { SimulatorScriptInput } from "../../../infra/simulator/script.ts";
import { createSimulatorServer, type SimulatorServer } from "../../../infra/simulator/server.ts";
import type { CarrierNumbers } from "../../../infra/telephony/carrier-numbers.ts";
import { createSimulatorCarrier } from "../../../infra/telephony/simulator/simulator.carrier.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createSimulatorClient } from "./simulator-client.ts";

const signingKey = "a key of the simulator's tests";
const NUMBER = "+12025550199";
const ACME = { account: "shared", organization: "org-1" };
const OTHER = { account: "shared", organization: "org-2" };
const MOST_KEPT = 20;

let dataDir: string;
let server: SimulatorServer;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "simulator-"));
});
afterEach(async () => {
  await server.close(0);
  await rm(dataDir, { recursive: true });
});

const start = async (script: SimulatorScriptInput = {}) => {
  server = createSimulatorServer({ signingKey, dataDir, script: { speed: 1000, ...script }, mostKept: MOST_KEPT });
  const baseUrl = await server.listen(0, "127.0.0.1");
  const carrier = createSimulatorCarrier({ baseUrl, signingKey });
  const place = (runUuid: string, credentials: typeof ACME) =>
    carrier.placeCall(credentials, { ...request, runUuid }, 60_000);
  return { carrier, place, client: createSimulatorClient(baseUrl, signingKey) };
};

const request = {
  to: "+12025550107",
  from: "",
  answerUrl: "http://127.0.0.1:9/answer",
  statusUrl: "http://127.0.0.1:9/status",
  ringTimeoutSeconds: 30,
  timeLimitSeconds: 600,
  detectMachine: false,
  record: false,
  conversation: null,
  greeting: "Hello",
};

const numbersOf = ({ carrier }: { carrier: { numbers: CarrierNumbers | null } }): CarrierNumbers => {
  if (!carrier.numbers) throw new Error("the simulator has numbers");
  return carrier.numbers;
};

describe("organizations whose accounts at the simulator have the same name", () => {
  it("do not see, point or release each other's numbers", async () => {
    const numbers = numbersOf(await start());
    const owned = { phoneNumber: NUMBER, carrierNumberId: null };
    const target = {
      inboundUrl: "http://127.0.0.1:9/inbound",
      statusUrl: "http://127.0.0.1:9/status",
      textUrl: "http://127.0.0.1:9/texts",
    };
    expect(await numbers.rent(ACME, { phoneNumber: NUMBER, reference: "a" })).toMatchObject({ kind: "rented" });
    expect(await numbers.findOwned(OTHER, NUMBER)).toBeNull();
    await expect(numbers.pointInbound(OTHER, owned, target)).rejects.toThrow(/not rented/);
    await numbers.release(OTHER, owned);
    expect(await numbers.findOwned(ACME, NUMBER)).toEqual(owned);
    await numbers.pointInbound(ACME, owned, target);
    await numbers.release(ACME, owned);
    expect(await numbers.findOwned(ACME, NUMBER)).toBeNull();
  });

  it("do not take each other's calls per second, nor count each other's attempts", async () => {
    const { place, client } = await start({ calls_per_second: 1 });
    let round = 0;
    // On a busy machine more than a second may lie between them: then two others place theirs.
    const kinds = await waitUntil("three requests come within a second", async () => {
      round += 1;
      const acme = { ...ACME, organization: `${ACME.organization}-${round}` };
      const other = { ...OTHER, organization: `${OTHER.organization}-${round}` };
      const placed = [
        await place(`acme-${round}`, acme),
        await place(`other-${round}`, other),
        await place(`acme-again-${round}`, acme),
      ].map(({ kind }) => kind);
      return placed[2] === "throttled" && placed;
    });
    expect(kinds).toEqual(["accepted", "accepted", "throttled"]);
    for (const key of [`acme-${round}`, `other-${round}`]) {
      const answer = await client.ask("GET", `/v1/calls?idempotency_key=${key}`);
      expect(await answer.json()).toMatchObject({ calls: [{ attempt: 1 }] });
    }
  });
});

describe("the record", () => {
  const quick = { defaults: { outcomes: ["answered" as const], ring_seconds: 0, talk_seconds: 0 } };

  it("holds so many at most; the oldest of the organization that has the most go, here and in the journal", async () => {
    const { place, client } = await start(quick);
    await place("other-1", OTHER);
    for (let call = 1; call <= 3 * MOST_KEPT; call += 1) {
      await place(`acme-${call}`, ACME);
      await waitUntil("the call is over", async () => (await client.summary()).in_flight === 0);
    }
    const keys = (await client.record()).map(({ idempotency_key }) => idempotency_key);
    expect(keys.length).toBeLessThanOrEqual(MOST_KEPT);
    expect(keys).toContain("other-1");
    expect(keys).toContain(`acme-${3 * MOST_KEPT}`);
    expect(keys).not.toContain("acme-1");
    expect((await client.summary()).calls).toBeLessThanOrEqual(MOST_KEPT);
    const journal = join(dataDir, "simulator.journal.jsonl");
    const bytesBefore = statSync(journal).size;
    await server.close(0);
    const again = await start(quick);
    expect(statSync(journal).size).toBeLessThan(bytesBefore / 2);
    const kept = (await again.client.record()).map(({ idempotency_key }) => idempotency_key);
    expect(kept).toEqual(keys);
    await server.close(0);
    expect((await (await start(quick)).client.record()).length).toBe(kept.length);
  });
});
