import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

const OLDEST_SECONDS = 300;
const MOST_BYTES = 1_000_000;
const REMEMBERED = 1000;

const { WEBHOOK_SECRET, PORT } = process.env;
if (!WEBHOOK_SECRET?.startsWith("whsec_")) {
  console.error("Set WEBHOOK_SECRET to the secret that the webhook's creation answered (whsec_...).");
  process.exit(2);
}
const key = Buffer.from(WEBHOOK_SECRET.slice("whsec_".length), "base64");

/** Tells whether Ringdown has signed this body within the last minutes. */
const isSigned = (headers: IncomingHttpHeaders, body: Buffer): boolean => {
  const [id, timestamp] = [headers["webhook-id"], headers["webhook-timestamp"]];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > OLDEST_SECONDS || !timestamp) return false;
  const expected = createHmac("sha256", key)
    .update(`${String(id)}.${String(timestamp)}.`)
    .update(body)
    .digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .map((each) => Buffer.from(each.replace(/^v1,/, ""), "base64"))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected));
};

/** Ids of events that were taken: an event is delivered at least once. */
const taken = new Set<unknown>();
const isRepeated = (id: unknown): boolean => {
  if (taken.has(id)) return true;
  taken.add(id);
  const [oldest] = taken;
  if (taken.size > REMEMBERED) taken.delete(oldest);
  return false;
};

const server = createServer(async (request, response) => {
  // A delivery always says how long it is.
  const bytes = Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY);
  if (!(bytes <= MOST_BYTES)) return response.writeHead(413).end();
  const body = await buffer(request);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end("The signature is wrong or too old.");
  // The answer comes first: work that takes long would let the delivery time out, and come again.
  response.writeHead(204).end();
  if (isRepeated(request.headers["webhook-id"])) return;
  console.log(body.toString());
});
server.listen(Number(PORT ?? 3000), () => {
  const address = server.address();
  console.log(`Listening on port ${typeof address === "object" && address ? address.port : address}`);
});
