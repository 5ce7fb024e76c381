import { expect, it } from "@jest/globals";
import { openClient } from "../../../infra/models/openai.client.ts";

const settings = {
  apiKey: "a",
  baseUrl: "http://127.0.0.1:9/v1",
  fetch: (...given: Parameters<typeof fetch>) => fetch(...given),
};

it("a client is made once for the same key, address and way of sending", async () => {
  const client = await openClient(settings);
  expect(await openClient({ ...settings })).toBe(client);
  const others = await Promise.all([
    openClient({ ...settings, apiKey: "b" }),
    openClient({ ...settings, apiKey: null }),
    openClient({ ...settings, baseUrl: null }),
    openClient({ ...settings, fetch: (...given) => fetch(...given) }),
  ]);
  expect(new Set([client, ...others]).size).toBe(5);
  expect(others[0]?.apiKey).toBe("b");
});
