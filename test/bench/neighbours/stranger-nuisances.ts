import { randomUUID } from "node:crypto";
import { buildSignatureHeaders } from "../../../infra/telephony/simulator/simulator.signature.ts";
import { asJson, type Bother, inLanes } from "./bother.ts";

const READERS = 32;
const VISITORS = 16;
const NESTED_DEEP = 30_000;

/** Requests that need no account. */
export const readOpenApi = (bother: Bother): Promise<void> =>
  inLanes(READERS, bother, () =>
    bother.askAsStranger(`${bother.at.api}/api/v1/openapi.json`, { headers: { "accept-encoding": "identity" } }),
  );

export const signUpOften = (bother: Bother): Promise<void> =>
  inLanes(VISITORS, bother, () =>
    bother.askAsStranger(
      `${bother.at.api}/api/v1/auth/signup`,
      asJson({ email: `${randomUUID()}@example.com`, password: "a long enough password" }),
    ),
  );

/** Half of them nested as deep as the body may be long, half of them with a password that has to be hashed. */
export const logInNested = (bother: Bother): Promise<void> => {
  const url = `${bother.at.api}/api/v1/auth/login`;
  const nested = `{"email":"a@example.com","password":${"[".repeat(NESTED_DEEP)}${"]".repeat(NESTED_DEEP)}}`;
  const headers = { "content-type": "application/json" };
  return inLanes(VISITORS / 2, bother, async () => {
    await bother.askAsStranger(url, { method: "POST", body: nested, headers });
    await bother.askAsStranger(url, asJson({ email: `${randomUUID()}@example.com`, password: "a wrong password" }));
  });
};

const statusPath = ({ at }: Bother, runUuid: string): string =>
  `/api/v1/telephony/callbacks/simulator/${at.organizationId}/${runUuid}/status`;

/** Callbacks about a call that there was, which no carrier has signed. */
export const callBackUnsigned = (bother: Bother): Promise<void> =>
  inLanes(VISITORS, bother, () =>
    bother.askAsStranger(
      `${bother.at.api}${statusPath(bother, bother.at.runUuid)}`,
      asJson({ event_id: "x", type: "ringing" }),
    ),
  );

/** Callbacks that are signed, about calls that there are not: each is looked up. */
export const callBackUnknown = (bother: Bother): Promise<void> => {
  const { api, publicBaseUrl, simulatorSigningKey } = bother.at;
  return inLanes(VISITORS, bother, () => {
    const path = statusPath(bother, randomUUID());
    const body = JSON.stringify({ event_id: randomUUID(), type: "ringing" });
    const signature = buildSignatureHeaders(simulatorSigningKey, { url: `${publicBaseUrl}${path}`, body });
    const headers = { "content-type": "application/json", ...signature };
    return bother.askAsStranger(`${api}${path}`, { method: "POST", body, headers });
  });
};
