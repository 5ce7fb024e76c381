import { expect } from "@jest/globals";
import type { CallbackRequest } from "../../../../infra/telephony/carrier.ts";
import type { CarrierRig } from "../carrier-rig.ts";
import type { Suite } from "./suite.ts";

const withoutSignature = (request: CallbackRequest, { callbacks }: CarrierRig): CallbackRequest => {
  const headers = { ...request.headers };
  for (const header of callbacks.signingHeaders) headers[header] = undefined;
  return { ...request, headers };
};

export const describeInbound = ({ capability, rig }: Suite): void => {
  const [from, to] = ["+12025550143", "+12025550144"];
  const nothing = (): CallbackRequest => ({
    method: "POST",
    url: `${rig().callbacks.base}/inbound`,
    headers: {},
    body: Buffer.from(""),
  });
  capability("inbound calls", (each) => each.inbound, {
    whenAbsent: ({ carrier }) => expect(carrier.peekInbound(nothing())).toBeNull(),
    prove: (prove) => {
      prove("are announced with both numbers", async (inbound) => {
        const { request, carrierCallId } = await inbound.announce({ from, to });
        expect(rig().carrier.peekInbound(request)?.to).toBe(to);
        const read = rig().carrier.readInbound(rig().credentials, request);
        expect(read).toMatchObject({ ok: true, call: { carrierCallId, from, to } });
      });

      prove("may withhold the caller's number", async (inbound) => {
        const { request } = await inbound.announce({ from: null, to });
        expect(rig().carrier.readInbound(rig().credentials, request)).toMatchObject({
          ok: true,
          call: { from: null, to },
        });
      });

      prove("are refused when forged", async (inbound) => {
        const { request } = await inbound.announce({ from, to });
        const { carrier, credentials } = rig();
        expect(carrier.readInbound(credentials, withoutSignature(request, rig())).ok).toBe(false);
        const body = Buffer.from(request.body.toString().replace(from.slice(1), "12025550199"));
        expect(body.equals(request.body)).toBe(false);
        expect(carrier.readInbound(credentials, { ...request, body }).ok).toBe(false);
      });

      prove("are told apart from anything else", () => {
        for (const body of ["", "hello", "{}", "null", "[]", "a=b"]) {
          expect(rig().carrier.peekInbound({ ...nothing(), body: Buffer.from(body) })).toBeNull();
        }
      });
    },
  });
};

export const describeRelay = ({ capability, rig }: Suite): void => {
  const url = "wss://us.example/api/v1/telephony/relay/x/7/run/token";
  const verify = (request: CallbackRequest) => rig().carrier.verifyRelay(rig().credentials, request);
  const unsigned = { method: "GET", url, headers: {}, body: Buffer.alloc(0) };
  capability("relay handshake", (each) => each.relay, {
    whenAbsent: () => expect(verify(unsigned)).toBe(false),
    prove: (prove) => prove("is let in", async (relay) => expect(verify(await relay.handshake(url))).toBe(true)),
  });

  const isSigned = ({ relay }: CarrierRig) => (typeof relay === "string" ? relay : relay.isSigned);
  capability("signed relay handshake", isSigned, {
    prove: (prove) =>
      prove("is refused unsigned, and at another address", async () => {
        const { relay } = rig();
        if (typeof relay === "string") throw new Error(relay);
        const genuine = await relay.handshake(url);
        expect(verify(unsigned)).toBe(false);
        expect(verify({ ...genuine, url: genuine.url.replace("/token", "/another") })).toBe(false);
      }),
  });
};
