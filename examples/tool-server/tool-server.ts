import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";

const { TOOL_TOKEN, PORT } = process.env;
if (!TOOL_TOKEN) {
  console.error("Set TOOL_TOKEN to the token of the credential that the tool uses.");
  process.exit(2);
}

/** Stands for your own database. */
const ORDERS = new Map([
  ["1042", { state: "shipped", expected_on: "2027-01-14" }],
  ["1043", { state: "being packed", expected_on: "2027-01-16" }],
]);

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const expected = digest(`Bearer ${TOOL_TOKEN}`);

const answer = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));

const server = createServer((request, response) => {
  if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected))
    return answer(response, 401, { error: "The token is wrong." });
  const [, number] = /^\/orders\/(\d+)$/.exec(request.url ?? "") ?? [];
  if (request.method !== "GET" || number === undefined)
    return answer(response, 404, { error: "Ask GET /orders/{number}." });
  const order = ORDERS.get(number);
  // The agent says what it is told: "no such order" helps the person, a 404 does not.
  return answer(
    response,
    200,
    order ? { found: true, ...order } : { found: false, advice: "Ask for the number again." },
  );
});
server.listen(Number(PORT ?? 3001), () => {
  const address = server.address();
  console.log(`Listening on port ${typeof address === "object" && address ? address.port : address}`);
});
