import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { CallingPlatform } from "../api/calls/calling-platform.ts";
import { createKey, createTenant } from "../factories/tenant.ts";
import { PATIENCE_MS } from "../harness/patience.ts";
import { buildPlayer, PLAYERS } from "./players.ts";
import { folderOf } from "./tools.ts";

/** The generators whose clients are there: `npm run test:generators` makes them. */
const made = process.env["TEST_GENERATORS"]?.split(",") ?? [];
const players = PLAYERS.filter(({ generator }) => made.includes(generator));
if (players.length === 0)
  process.stderr.write("\n*** SKIPPED: campaigns by generated clients: `npm run test:generators` plays them.\n\n");
const whereMade = players.length > 0 ? describe : describe.skip;

let platform: CallingPlatform;
beforeAll(async () => {
  if (players.length === 0) return;
  // Loaded where it is used, because what it loads would keep the process of skipped tests running.
  const { startCallingPlatform } = await import("../api/calls/calling-platform.ts");
  platform = await startCallingPlatform({ speed: 1000, defaults: { outcomes: ["answered"] } });
});
afterAll(() => platform?.close());

whereMade("a campaign of five", () => {
  it.each(players.map((player): [string, (typeof players)[number]] => [player.generator, player]))(
    "comes from contacts to its report with the client of %s",
    async (generator, player) => {
      expect(buildPlayer(player)).toBeNull();
      const tenant = await createTenant(platform.test);
      const { apiKey } = await createKey(platform.test, { tenant, environment: "sandbox" });
      const { stdout } = await promisify(execFile)("bash", ["-c", player.start], {
        cwd: folderOf(generator),
        timeout: PATIENCE_MS,
        env: { ...process.env, RINGDOWN_URL: platform.api.baseUrl, RINGDOWN_API_KEY: apiKey, NO_PROXY: "127.0.0.1" },
      });
      const { refusal, ...played } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
      // A header and a line for each of the five.
      expect(played).toEqual({ state: "completed", answered: 5, lines: 6 });
      expect(refusal).toMatch(/campaign/i);
    },
  );
});
