import { expect, it } from "@jest/globals";
import { isUnnoticed, rollTwoApis } from "../chaos/rolls.scenario.ts";
import { type CaddySite, isCaddyAsked, startCaddy, tellOfCaddy } from "./caddy.ts";
import { proxyStories } from "./proxy-stories.ts";

tellOfCaddy();
const judged = isCaddyAsked ? it : it.skip;
let caddy: CaddySite;

proxyStories("Caddy", {
  isAsked: isCaddyAsked,
  open: async (apis) => (caddy = await startCaddy(apis)),
  more: ({ site, openSocket, hear }) => {
    judged("serves by a certificate of its own authority, and nothing else", () => {
      expect(site().url).toMatch(/^https:/);
    });

    judged("keeps the WebSockets of calls through a reload of its file", async () => {
      const socket = await openSocket();
      await caddy.reload();
      expect(await hear(socket, "still here")).toBe("heard still here");
      socket.terminate();
    });
  },
});

judged("two APIs behind the Caddy of the guide are rolled without a refused request or a lost word", async () => {
  const rolls = await rollTwoApis({ rolls: 2, contacts: 400, say: () => {}, keep: false, startProxy: startCaddy });
  expect(rolls).toMatchObject({ refused: [], failed: [], wordsLost: [] });
  expect(isUnnoticed(rolls)).toBe(true);
  // All of it was there to be noticed.
  expect([rolls.callbacks, rolls.sockets, rolls.words].every((count) => count > 20)).toBe(true);
});
