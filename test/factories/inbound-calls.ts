import { buildSignatureHeaders } from "../../infra/telephony/simulator/simulator.signature.ts";
import { SIMULATOR_SIGNING_KEY } from "../harness/test-simulator.ts";

/** What the simulated carrier tells of a call that comes in to a number of this account. */
export const describeInboundCall = (
  id: string,
  { account, to, from = "+14155550143" }: { account: string; to: string; from?: string },
) => ({
  event_id: `${id}.inbound`,
  type: "inbound",
  call: {
    id,
    idempotency_key: id,
    account,
    to,
    from,
    attempt: 1,
    state: "ringing",
    outcome: null,
    answered_by: null,
    opted_out: false,
    started_at: new Date().toISOString(),
    answered_at: null,
    ended_at: null,
    talk_seconds: null,
    cost_minor: null,
    currency: null,
    sandbox: false,
    hung_up: false,
    hung_up_by: null,
    direction: "inbound",
  },
});

/** Tells the API of it as the simulated carrier does: signed. `path` goes on behind that of calls that come in. */
export const tellOfInboundCall = (
  baseUrl: string,
  body: object,
  { path = "", key = SIMULATOR_SIGNING_KEY }: { path?: string; key?: string } = {},
): Promise<Response> => {
  const url = `${baseUrl}/api/v1/telephony/inbound/simulator${path}`;
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json", ...buildSignatureHeaders(key, { url, body: text }) };
  return fetch(url, { method: "POST", headers, body: text });
};
