import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookVerificationError } from "../../../clients/typescript/src/index.ts";
import { createWebhookSecret, signWebhook } from "../../../infra/postgres/webhook/webhook-secret.ts";

const nowSeconds = () => Math.floor(Date.now() / 1000);

const signed = (
  body: string,
  { secret, id = "evt_1", timestamp = nowSeconds() }: { secret: string; id?: string; timestamp?: number },
) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signWebhook(secret, { id, timestamp, body }),
});

/** What a verification comes to, for both libraries in the same words. */
const outcomeOf = async (verify: () => unknown): Promise<unknown> => {
  try {
    return { event: await verify() };
  } catch {
    return "refused";
  }
};

describe("a webhook's request", () => {
  it("is judged as standardwebhooks judges it, whatever was changed on its way", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.constantFrom("nothing", "body", "webhook-id", "webhook-timestamp", "webhook-signature", "secret", "missing"),
        fc.integer({ min: -600, max: 600 }),
        async (body, changed, ageSeconds) => {
          const secret = createWebhookSecret();
          const headers: Record<string, string> = signed(body, { secret, timestamp: nowSeconds() - ageSeconds });
          if (changed === "missing") delete headers["webhook-signature"];
          else if (changed in headers)
            headers[changed] = headers[changed]!.replace(/.$/, (last) => (last === "1" ? "2" : "1"));
          const payload = changed === "body" ? `${body} ` : body;
          const known = changed === "secret" ? createWebhookSecret() : secret;
          // At the edge of the five minutes both clocks decide.
          fc.pre(Math.abs(Math.abs(ageSeconds) - 300) > 100);
          const ours = await outcomeOf(() => verifyWebhook({ payload, headers, secret: known }));
          expect(ours).toEqual(await outcomeOf(() => new Webhook(known).verify(payload, headers)));
          expect(ours).toEqual(
            changed === "nothing" && Math.abs(ageSeconds) < 300 ? { event: JSON.parse(body) } : "refused",
          );
        },
      ),
    );
  });

  it("is accepted as standardwebhooks signs it, from bytes and from the headers of fetch", async () => {
    const secret = createWebhookSecret();
    const body = '{"type":"call_ended","name":"Zoë"}';
    const signature = new Webhook(secret).sign("evt_1", new Date(), body);
    const headers = new Headers({
      "Webhook-Id": "evt_1",
      "Webhook-Timestamp": String(nowSeconds()),
      "Webhook-Signature": signature,
    });
    expect(await verifyWebhook({ payload: new TextEncoder().encode(body), headers, secret })).toEqual(JSON.parse(body));
  });

  it("is accepted while a secret is exchanged, whichever side knows both", async () => {
    const [old, young] = [createWebhookSecret(), createWebhookSecret()];
    const headers = signed("{}", { secret: old });
    expect(await verifyWebhook({ payload: "{}", headers, secret: [young, old] })).toEqual({});
    const both = { ...headers, "webhook-signature": `v1,AAAA v2,x ${headers["webhook-signature"]}` };
    expect(await verifyWebhook({ payload: "{}", headers: both, secret: old })).toEqual({});
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    ["a header is missing", () => ({}), /has no webhook-id/],
    ["it is old", () => signed("{}", { secret: "whsec_AAAA", timestamp: nowSeconds() - 301 }), /too old/],
    [
      "its time is no time",
      () => ({ ...signed("{}", { secret: "whsec_AAAA" }), "webhook-timestamp": "soon" }),
      /is no time/,
    ],
    ["nobody signed it", () => signed("{ }", { secret: "whsec_AAAA" }), /No signature/],
  ])("is refused with the reason where %s", async (_, headers, reason) => {
    const verifying = verifyWebhook({ payload: "{}", headers: headers(), secret: "whsec_AAAA" });
    await expect(verifying).rejects.toThrow(WebhookVerificationError);
    await expect(verifying).rejects.toThrow(reason);
  });

  it("needs a secret", async () => {
    const headers = signed("{}", { secret: "whsec_AAAA" });
    await expect(verifyWebhook({ payload: "{}", headers, secret: "" })).rejects.toThrow("The secret is none");
  });
});
