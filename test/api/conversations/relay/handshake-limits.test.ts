import { randomInt, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import WebSocket from "ws";
import type { Database } from "../../../../infra/postgres/database.ts";
import { signJoinToken, signVoiceToken } from "../../../../infra/secrets/join-token.ts";
import { buildRelayUrl } from "../../../../infra/telephony/call-addresses.ts";
import { buildSignatureHeaders } from "../../../../infra/telephony/simulator/simulator.signature.ts";
import { createTenant } from "../../../factories/tenant.ts";
import { startTestApi, type TestApi } from "../../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../../harness/test-database.ts";
import { SIMULATOR_SIGNING_KEY } from "../../../harness/test-simulator.ts";
import { waitUntil } from "../../../harness/wait-until.ts";

const PER_SECOND = 10;

let test: TestDatabase;
let api: TestApi;
let organizationId: number;
let lookUps = 0;

beforeAll(async () => {
  test = await createTestDatabase();
  ({ organizationId } = await createTenant(test));
  const counted: Database = {
    ...test.database,
    inOrganization: (organization, work) => {
      lookUps += 1;
      return test.database.inOrganization(organization, work);
    },
  };
  api = await startTestApi(test, {
    environment: { RATE_LIMIT_PER_ADDRESS_PER_SECOND: String(PER_SECOND), TRUST_PROXY: "1" },
    dependencies: { database: counted },
  });
});
afterAll(async () => {
  await api.close();
  await test.drop();
});

const anAddress = (): string => `203.0.113.${randomInt(256)}, 198.51.${randomInt(256)}.${randomInt(256)}`;

/** The status with which the opening of a connection is answered; it comes from an address as the nearest proxy names it. */
const statusOf = (url: string, { from, headers = {} }: { from: string; headers?: Record<string, string> }) =>
  new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(url, { headers: { ...headers, "x-forwarded-for": from } });
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.once("unexpected-response", (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once("error", reject);
  });

const manyFrom = (from: () => string, url: () => string): Promise<number[]> =>
  Promise.all(Array.from({ length: 60 }, () => statusOf(url(), { from: from() })));

/** Opens many connections until one is refused for their number; returns the answers to all of them. */
const untilRefused = (from: () => string, url: () => string): Promise<number[]> => {
  const statuses: number[] = [];
  return waitUntil("one is refused", async () => {
    statuses.push(...(await manyFrom(from, url)));
    return statuses.includes(429) && statuses;
  });
};

const socketUrl = (path: string) => `${api.baseUrl.replace("http", "ws")}/api/v1${path}`;
const talkUrl = (token: string) => socketUrl(`/talk/${token}`);
const conversation = () => ({ organizationId, runUuid: randomUUID() });
const relayUrl = (runUuid: string) =>
  buildRelayUrl(
    { tokens: api.dependencies.tokens, publicBaseUrl: api.baseUrl },
    { provider: "simulator", organizationId, runUuid, expiresAt: new Date(Date.now() + 3_600_000) },
  );
const relayedElsewhere = (provider: string) =>
  socketUrl(`/telephony/relay/${provider}/${organizationId}/${randomUUID()}/made.up.token`);

describe("connections from one address that name no call", () => {
  it.each([
    ["of the talk page", 401, () => talkUrl("made.up.token")],
    ["of carriers", 401, () => relayedElsewhere("simulator")],
    ["elsewhere", 404, () => socketUrl("/health")],
  ])(
    "%s are refused beyond its requests in a second, without a look-up, and those of another address are not",
    async (_where, usual, url) => {
      const before = lookUps;
      const one = anAddress();
      const statuses = await untilRefused(() => one, url);
      expect([...new Set(statuses)].sort()).toEqual([usual, 429]);
      expect(await statusOf(url(), { from: anAddress() })).toBe(usual);
      expect(lookUps).toBe(before);
    },
  );

  it("count together with its requests over HTTP", async () => {
    const one = anAddress();
    const refused = await waitUntil("a request is refused", async () => {
      const opened = manyFrom(
        () => one,
        () => talkUrl("made.up.token"),
      );
      // As few are within the limit.
      const asked = Array.from({ length: PER_SECOND / 2 }, () =>
        fetch(`${api.baseUrl}/api/v1/public/talk/none`, { headers: { "x-forwarded-for": one } }),
      );
      const answers = await Promise.all(asked);
      await opened;
      return answers.find(({ status }) => status === 429);
    });
    expect(await refused.json()).toMatchObject({ code: "too_many_requests" });
  });

  it("leave no series of their own in the metrics, whatever carrier they name", async () => {
    expect(await statusOf(relayedElsewhere("made-up-carrier"), { from: anAddress() })).toBe(401);
    expect(await statusOf(relayedElsewhere("simulator"), { from: anAddress() })).toBe(401);
    const metrics = await api.dependencies.metrics.exposition();
    expect(metrics).toContain('ringdown_carrier_callbacks_total{provider="simulator",result="refused"}');
    expect(metrics).not.toContain("made-up-carrier");
  });
});

describe("connections with a token of ours", () => {
  it("are looked up twenty times at once for one call, however many addresses they come from", async () => {
    for (const url of [
      talkUrl(signJoinToken(api.dependencies, conversation())),
      talkUrl(signVoiceToken(api.dependencies, conversation())),
      relayUrl(randomUUID()),
    ]) {
      const before = lookUps;
      const statuses = await untilRefused(anAddress, () => url);
      expect([...new Set(statuses)].sort()).toEqual([401, 429]);
      expect(lookUps - before).toBeGreaterThan(0);
      expect(lookUps - before).toBeLessThanOrEqual(statuses.filter((status) => status === 401).length);
    }
  });

  it("connections of pages are counted by address, too: an embedded page gives a link to everybody", async () => {
    const one = anAddress();
    const statuses = await untilRefused(
      () => one,
      () => talkUrl(signJoinToken(api.dependencies, conversation())),
    );
    expect(statuses).toContain(401);
  });

  it("connections of carriers and of media processes are admitted from an address over its limit: it serves many calls", async () => {
    const one = anAddress();
    const statuses = await waitUntil("a stranger is refused beside them", async () => {
      const strangers = manyFrom(
        () => one,
        () => talkUrl("made.up.token"),
      );
      const known = Array.from({ length: 3 * PER_SECOND }, (_each, at) => {
        const url = at % 2 ? relayUrl(randomUUID()) : talkUrl(signVoiceToken(api.dependencies, conversation()));
        return statusOf(url, {
          from: one,
          headers: buildSignatureHeaders(SIMULATOR_SIGNING_KEY, { url, body: "" }),
        });
      });
      const answers = await Promise.all(known);
      return (await strangers).includes(429) && answers;
    });
    // None of these calls is there, which was looked up.
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
