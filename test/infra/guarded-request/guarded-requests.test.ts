import { createServer as createHttpServer, Agent as HttpAgent } from "node:http";
import { createServer as createHttpsServer, Agent as HttpsAgent } from "node:https";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createGuardedLookup } from "../../../infra/guarded-request/guarded-lookup.ts";
import { createGuardedRequests } from "../../../infra/guarded-request/guarded-requests.ts";
import { openExchange } from "../../../infra/guarded-request/open-exchange.ts";
import { publicOnly, readOutboundPolicy } from "../../../infra/guarded-request/outbound-policy.ts";
import { OutboundRequestError } from "../../../infra/guarded-request/outbound-request-error.ts";
import { readLimited } from "../../../infra/guarded-request/read-limited.ts";
import { createCertificateAuthority } from "../../harness/certificate-authority.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let receiver: HttpReceiver;
beforeEach(async () => {
  receiver = await startHttpReceiver();
});
afterEach(() => receiver.close());

const LIMITS = { timeoutMs: 60_000, maxResponseBytes: 10_000 };
const local = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
const portOf = (url: string) => new URL(url).port;

const failure = async (work: Promise<unknown>): Promise<OutboundRequestError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutboundRequestError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error;
};

describe("a guarded request", () => {
  it("arrives as it was asked for, and gives the answer", async () => {
    receiver.answer = (_request, response) => respond(response, 201, { ok: true });
    const headers = { "content-type": "application/json", authorization: "Bearer x" };
    const answer = await local.send({
      method: "POST",
      url: `${receiver.url}/a?b=1`,
      headers,
      body: '{"ä":1}',
      ...LIMITS,
    });
    expect(answer).toMatchObject({ status: 201, body: '{"ok":true}', truncated: false });
    expect(receiver.requests).toMatchObject([{ method: "POST", url: "/a?b=1", body: '{"ä":1}', headers }]);
    expect(receiver.requests[0]?.headers["accept-encoding"]).toBe("identity");
  });

  it("does not leave for a private address, and says what to do", async () => {
    const error = await failure(
      createGuardedRequests(publicOnly).send({ method: "GET", url: receiver.url, ...LIMITS }),
    );
    expect(error).toMatchObject({ code: "url_invalid", mayHaveArrived: false });
    expect(error.message).toContain("OUTBOUND_ALLOWED_NETWORKS");
    expect(receiver.requests).toEqual([]);
  });

  it("does not leave for a name that means a private address", async () => {
    for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "10.0.0.1", "64:ff9b::7f00:1"]) {
      const family = address.includes(":") ? 6 : 4;
      const requests = createGuardedRequests(publicOnly, () => Promise.resolve([{ address, family }]));
      const url = `http://rebound.example:${portOf(receiver.url)}/`;
      expect(await failure(requests.send({ method: "GET", url, ...LIMITS }))).toMatchObject({
        code: "address_refused",
        mayHaveArrived: false,
      });
    }
    expect(receiver.requests).toEqual([]);
  });

  it("goes to the address that was judged: a name that changes its mind is asked once", async () => {
    const answers = ["127.0.0.1", "10.0.0.1", "10.0.0.1"];
    let asked = 0;
    const requests = createGuardedRequests(readOutboundPolicy("127.0.0.1"), () =>
      Promise.resolve([{ address: answers[asked++] ?? "", family: 4 }]),
    );
    const url = `http://rebound.example:${portOf(receiver.url)}/`;
    expect(await requests.send({ method: "GET", url, ...LIMITS })).toMatchObject({ status: 200 });
    expect(asked).toBe(1);
    expect((await failure(requests.send({ method: "GET", url, ...LIMITS }))).code).toBe("address_refused");
  });

  it.each([
    [
      ["10.0.0.1", "93.184.216.34", "169.254.169.254", "2606:4700::1111", "::1"],
      ["93.184.216.34", "2606:4700::1111"],
    ],
    [["93.184.216.34", "10.0.0.1"], ["93.184.216.34"]],
  ])("gives a socket only the public addresses of a name that has others, too: of %j %j", async (all, allowed) => {
    const withFamily = (address: string) => ({ address, family: address.includes(":") ? 6 : 4 });
    const lookup = createGuardedLookup(publicOnly, () => Promise.resolve(all.map(withFamily)));
    const found = await new Promise((resolve, reject) =>
      lookup("both.example", { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
    );
    expect(found).toEqual(allowed.map(withFamily));
    const first = await new Promise((resolve) => lookup("both.example", {}, (_error, address) => resolve(address)));
    expect(first).toBe(allowed[0]);
    const sixes = allowed.filter((address) => address.includes(":"));
    const ofSix = await new Promise((resolve) =>
      lookup("both.example", { family: 6, all: true }, (error, addresses) => resolve(error ? [] : addresses)),
    );
    expect(ofSix).toEqual(sixes.map(withFamily));
  });

  it("reaches a host that is allowed by its name", async () => {
    const requests = createGuardedRequests(readOutboundPolicy("localhost"));
    const url = `http://localhost:${portOf(receiver.url)}/`;
    expect(await requests.send({ method: "GET", url, ...LIMITS })).toMatchObject({ status: 200 });
  });

  it.each([301, 302, 307, 308])("does not follow a redirect (%d)", async (status) => {
    receiver.answer = (_request, response) =>
      response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end();
    expect(await local.send({ method: "GET", url: receiver.url, ...LIMITS })).toMatchObject({ status });
    expect(receiver.requests).toHaveLength(1);
  });

  it("reads so much of an answer and no more", async () => {
    let closed = false;
    receiver.answer = (_request, response) => {
      response.on("close", () => (closed = true));
      const write = () => response.write("ä".repeat(50_000), () => !closed && write());
      write();
    };
    const answer = await local.send({ method: "GET", url: receiver.url, ...LIMITS, maxResponseBytes: 1001 });
    expect(answer).toMatchObject({ body: "ä".repeat(500), truncated: true });
    await waitUntil("the connection is closed", () => Promise.resolve(closed));
  });

  it.each([
    ["whole", 5, { body: "whole", truncated: false }],
    ["whole", 4, { body: "whol", truncated: true }],
    [Buffer.from([0x61, 0xc3]), 2, { body: "a\uFFFD", truncated: false }],
    [Buffer.from([0x61, 0xc3, 0xa4]), 2, { body: "a", truncated: true }],
  ])("says whether %j is longer than %d bytes", async (body, maxResponseBytes, read) => {
    receiver.answer = (_request, response) => response.end(body);
    expect(await local.send({ method: "GET", url: receiver.url, ...LIMITS, maxResponseBytes })).toMatchObject(read);
  });

  it("gives up in time, on the first byte and on the last", async () => {
    for (const answer of [
      () => {},
      (_request: unknown, response: { write(text: string): unknown }) => void response.write("half"),
    ]) {
      receiver.answer = answer;
      // On a busy machine its time may be over before it has left: then it is sent again.
      const error = await waitUntil("a request is given up that has arrived", async () => {
        const arrived = receiver.requests.length;
        const given = await failure(local.send({ method: "GET", url: receiver.url, ...LIMITS, timeoutMs: 2000 }));
        return receiver.requests.length > arrived && given;
      });
      expect(error).toMatchObject({
        code: "timed_out",
        mayHaveArrived: true,
        message: "No answer came within 2000 ms",
      });
    }
  });

  it("says that it may have arrived when the connection broke", async () => {
    receiver.answer = (_request, response) => response.destroy();
    expect(await failure(local.send({ method: "POST", url: receiver.url, body: "x", ...LIMITS }))).toMatchObject({
      code: "interrupted",
      mayHaveArrived: true,
    });
  });

  it("says that it has not arrived where nobody listens, and without TLS", async () => {
    const url = receiver.url.replace("http:", "https:");
    expect(await failure(local.send({ method: "POST", url, ...LIMITS }))).toMatchObject({
      code: "connection_failed",
      mayHaveArrived: false,
    });
    const unused = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => unused.once("listening", resolve));
    const address = unused.address();
    await new Promise((resolve) => unused.close(resolve));
    const nobody = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    expect(await failure(local.send({ method: "POST", url: nobody, ...LIMITS }))).toMatchObject({
      code: "connection_failed",
      mayHaveArrived: false,
    });
  });

  it("says that there is no such host", async () => {
    const requests = createGuardedRequests(publicOnly, () => Promise.reject(new Error("ENOTFOUND")));
    expect(await failure(requests.send({ method: "GET", url: "https://nobody.example/", ...LIMITS }))).toMatchObject({
      code: "name_not_found",
      message: expect.stringContaining("nobody.example"),
    });
  });

  it("says so of a name that the machine itself does not resolve", async () => {
    const url = `http://${"x".repeat(64)}.invalid/`;
    const error = await failure(createGuardedRequests(publicOnly).send({ method: "GET", url, ...LIMITS }));
    expect(error).toMatchObject({ code: "name_not_found", mayHaveArrived: false });
  });

  it.each([
    ["Host", "other.example"],
    ["Content-Length", "3"],
    ["transfer-encoding", "chunked"],
    ["Proxy-Authorization", "x"],
    ["X-Split", "a\r\nX-Other: b"],
    ["X-Line", "a\nb"],
    ["X-Zero", "a\u0000b"],
    ["X-Wide", "日本"],
    ["X Space", "a"],
    ["X-Colon:", "a"],
    ["", "a"],
  ])("does not take the header %s: %j", async (name, value) => {
    const error = await failure(
      local.send({ method: "GET", url: receiver.url, headers: { [name]: value }, ...LIMITS }),
    );
    expect(error).toMatchObject({ code: "header_invalid", mayHaveArrived: false });
    expect(receiver.requests).toEqual([]);
  });
});

describe("the guarded fetch", () => {
  it("streams an answer, with what a client sends", async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: 1\n\n");
      response.end("data: 2\n\n");
    };
    const answer = await local.fetch(`${receiver.url}/v1`, { method: "POST", headers: { "x-a": "b" }, body: "{}" });
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      200,
      "text/event-stream",
      "data: 1\n\ndata: 2\n\n",
    ]);
    expect(receiver.requests).toMatchObject([{ method: "POST", url: "/v1", body: "{}", headers: { "x-a": "b" } }]);
  });

  it("sends bytes as they are", async () => {
    const bytes = Buffer.from([0x00, 0xff, 0xfe, 0x80, 0x0a]);
    await (await local.fetch(receiver.url, { method: "POST", body: bytes })).text();
    expect(receiver.requests[0]?.headers["content-length"]).toBe(String(bytes.length));
    const form = new FormData();
    form.set("file", new Blob([bytes]), "sound.wav");
    await (await local.fetch(receiver.url, { method: "POST", body: form })).text();
    expect(receiver.requests[1]).toMatchObject({
      headers: { "content-type": expect.stringMatching(/^multipart\/form-data; boundary=/) },
      body: expect.stringContaining('filename="sound.wav"'),
    });
  });

  it("sends a text, and a request that was made before, as any fetch does", async () => {
    const texts: [Parameters<typeof fetch>[0], RequestInit][] = [
      [new URL(receiver.url), { method: "post", body: "words" }],
      [receiver.url, { method: "PUT", body: "words", headers: { "Content-Type": "text/csv" } }],
      [new Request(receiver.url, { method: "PUT", body: "words" }), {}],
    ];
    for (const [input, init] of texts) await (await local.fetch(input, init)).text();
    expect(
      receiver.requests.map(({ method, body, headers }) => [method, body, headers["content-type"]?.toLowerCase()]),
    ).toEqual([
      ["POST", "words", "text/plain;charset=utf-8"],
      ["PUT", "words", "text/csv"],
      ["PUT", "words", "text/plain;charset=utf-8"],
    ]);
    await (await local.fetch(new Request(receiver.url))).text();
    expect(receiver.requests[3]?.headers).not.toHaveProperty("content-length");
    const stopped = AbortSignal.abort(new Error("too late"));
    await expect(local.fetch(receiver.url, { method: "POST", body: "words", signal: stopped })).rejects.toThrow(
      "too late",
    );
    expect(receiver.requests).toHaveLength(4);
  });

  it("asks for nothing packed and says how long its body is, whatever its client would have", async () => {
    const headers = {
      "accept-encoding": "gzip",
      connection: "close",
      "transfer-encoding": "chunked",
      "content-length": "99",
      host: "other.example",
    };
    const answer = await local.fetch(receiver.url, { method: "POST", headers, body: "{}" });
    await answer.text();
    const [sent] = receiver.requests;
    expect(sent?.headers).toMatchObject({ "accept-encoding": "identity", "content-length": "2" });
    expect(sent?.headers["transfer-encoding"]).toBeUndefined();
    expect(`http://${sent?.headers.host}`).toBe(receiver.url);
  });

  it("refuses what a request would, follows no redirect and stops when it is told to", async () => {
    await expect(createGuardedRequests(publicOnly).fetch(receiver.url)).rejects.toBeInstanceOf(OutboundRequestError);
    receiver.answer = (_request, response) => response.writeHead(302, { location: receiver.url }).end();
    expect((await local.fetch(receiver.url)).status).toBe(302);
    for (const status of [204, 205, 304]) {
      receiver.answer = (_request, response) => response.writeHead(status).end();
      expect(await local.fetch(receiver.url)).toMatchObject({ status, body: null });
    }
    receiver.answer = () => {};
    await expect(local.fetch(receiver.url, { signal: AbortSignal.timeout(200) })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    receiver.answer = (_request, response) => void response.write("half");
    const stopping = new AbortController();
    const half = await local.fetch(receiver.url, { signal: stopping.signal });
    stopping.abort();
    await expect(half.text()).rejects.toMatchObject({ name: "AbortError" });
  });

  it("may be stopped when the answer has come in whole: the error ends no process", async () => {
    const stopping = new AbortController();
    const answer = await local.fetch(receiver.url, { signal: stopping.signal });
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("{}");
    stopping.abort();
    await expect(reader?.read()).rejects.toMatchObject({ name: "AbortError" });
    expect(await (await local.fetch(receiver.url)).text()).toBe("{}");
  });

  it("keeps its connection open for the next request", async () => {
    const { fetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
    const ports = new Set<number | undefined>();
    receiver.answer = (_request, response) => {
      ports.add(response.socket?.remotePort);
      respond(response, 200, {});
    };
    for (let asked = 0; asked < 10; asked += 1) await (await fetch(receiver.url)).text();
    expect(receiver.requests).toHaveLength(10);
    // The other side ends one that was idle for five seconds.
    expect(ports.size).toBeLessThan(10);
  });

  describe("on a kept connection that the other side closes as the next request leaves", () => {
    /** Returns how often the second request has arrived; the first one has kept its connection. */
    const askTwice = async (fetch: typeof globalThis.fetch): Promise<{ arrived: number; answer: string }> => {
      await (await fetch(receiver.url)).text();
      const kept = receiver.requests.length;
      receiver.answer = (_request, response) => {
        // The next request is answered.
        receiver.answer = (_again, second) => respond(second, 200, { again: true });
        response.socket?.resetAndDestroy();
      };
      const answer = await fetch(receiver.url, { method: "POST", body: "words" }).then(
        (response) => response.text(),
        (error: unknown) => String((error as { code?: string }).code),
      );
      return { arrived: receiver.requests.length - kept, answer };
    };

    it("sends a request once more where that does no harm", async () => {
      const { repeatingFetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
      expect(await askTwice(repeatingFetch)).toEqual({ arrived: 2, answer: '{"again":true}' });
      expect(receiver.requests.at(-1)).toMatchObject({ method: "POST", body: "words" });
    });

    it("sends it once more on a connection of its own, because others that are kept may be closed too", async () => {
      const { repeatingFetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
      const ports: (number | undefined)[] = [];
      const waiting: (() => void)[] = [];
      receiver.answer = (_request, response) => {
        ports.push(response.socket?.remotePort);
        waiting.push(() => respond(response, 200, {}));
        if (waiting.length === 2) for (const answer of waiting) answer();
      };
      await Promise.all([1, 2].map(async () => (await repeatingFetch(receiver.url)).text()));
      receiver.answer = (_request, response) => {
        const { remotePort } = response.socket ?? {};
        if (ports.includes(remotePort)) response.socket?.resetAndDestroy();
        else respond(response, 200, { again: true });
      };
      expect(await (await repeatingFetch(receiver.url)).text()).toBe('{"again":true}');
      expect(receiver.requests).toHaveLength(4);
    });

    it("sends none once more that is answered with nonsense", async () => {
      const { repeatingFetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
      await (await repeatingFetch(receiver.url)).text();
      receiver.answer = (_request, response) => response.socket?.end("nonsense\r\n\r\n");
      await expect(repeatingFetch(receiver.url)).rejects.toMatchObject({ code: "HPE_INVALID_CONSTANT" });
      expect(receiver.requests).toHaveLength(2);
    });

    it("sends any other once", async () => {
      const { fetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
      expect(await askTwice(fetch)).toEqual({ arrived: 1, answer: "ECONNRESET" });
    });
  });

  it("repeats nothing that failed on a connection of its own", async () => {
    const { repeatingFetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
    receiver.answer = (_request, response) => response.socket?.resetAndDestroy();
    await expect(repeatingFetch(receiver.url, { method: "POST", body: "words" })).rejects.toMatchObject({
      code: "ECONNRESET",
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it("keeps it also when its reader has read the last word and not the end, as the client of models does", async () => {
    const { fetch } = createGuardedRequests(readOutboundPolicy("127.0.0.1"));
    const ports = new Set<number | undefined>();
    let sent = 0;
    receiver.answer = (_request, response) => {
      ports.add(response.socket?.remotePort);
      response.once("close", () => (sent += 1));
      response.write("data: [DONE]\n\n");
      setImmediate(() => response.end("\n"));
    };
    for (let asked = 0; asked < 10; asked += 1) {
      const reader = (await fetch(receiver.url)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
      await waitUntil("the answer has been sent", () => sent === asked + 1);
    }
    expect(ports.size).toBeLessThan(10);
  });

  it("closes it when an answer goes on although nobody reads it", async () => {
    let isClosed = false;
    receiver.answer = (_request, response) => {
      const writing = setInterval(() => response.write("more"), 10);
      response.once("close", () => {
        clearInterval(writing);
        isClosed = true;
      });
    };
    const reader = (await local.fetch(receiver.url)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await waitUntil("the connection is closed", () => isClosed);
  });

  it("is not kept for the price of reading what is long and wanted by nobody", async () => {
    let isClosed = false;
    let sentBytes = 0;
    const piece = Buffer.alloc(65_536, "a");
    receiver.answer = (_request, response) => {
      response.once("close", () => (isClosed = true));
      const write = () => {
        sentBytes += piece.length;
        response.write(piece, () => !isClosed && write());
      };
      write();
    };
    const reader = (await local.fetch(receiver.url)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await waitUntil("the connection is closed", () => isClosed);
    // What the machine holds between the two sides counts, too.
    expect(sentBytes).toBeLessThan(16_777_216);
  });

  it("gives 16 MiB of an answer and not a byte more", async () => {
    const longest = 16_777_216;
    const read = async (bytes: number) => {
      receiver.answer = (_request, response) => response.end(Buffer.alloc(bytes, "a"));
      return (await (await local.fetch(receiver.url)).arrayBuffer()).byteLength;
    };
    expect(await read(longest)).toBe(longest);
    await expect(read(longest + 1)).rejects.toThrow(`longer than ${longest} bytes`);
  });
});

describe("an exchange on connections that are kept", () => {
  const authority = createCertificateAuthority("An authority of one's own");
  const policy = readOutboundPolicy("localhost");
  const lookup = createGuardedLookup(policy, () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]));
  let agents: { http: HttpAgent; https: HttpsAgent };
  beforeEach(() => {
    agents = {
      http: new HttpAgent({ keepAlive: true }),
      https: new HttpsAgent({ keepAlive: true, ca: authority.certificate }),
    };
  });
  afterEach(() => {
    for (const agent of Object.values(agents)) agent.destroy();
  });
  const exchangeWith = (url: string) => openExchange({ method: "POST", url, body: "x", policy, lookup, agents });
  const readWhole = async (url: string) => {
    const exchange = exchangeWith(url);
    const { text: whole } = await readLimited(await exchange.response, 10_000);
    return [whole, exchange.mayHaveArrived()];
  };

  it.each(["http", "https"])("may have arrived when one breaks that stood already: %s", async (scheme) => {
    const certified = authority.issue(["localhost"]);
    const server =
      scheme === "http" ? createHttpServer() : createHttpsServer({ key: certified.key, cert: certified.certificate });
    // An idle connection stays, however long the machine takes for the next request.
    server.keepAliveTimeout = 0;
    const connections = new Set<unknown>();
    let asked = 0;
    server.on("request", (request, response) => {
      connections.add(request.socket);
      asked += 1;
      if (asked > 2) request.socket.destroy();
      else response.end("yes");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `${scheme}://localhost:${typeof address === "object" ? address?.port : 0}/`;
    try {
      for (const _time of [1, 2]) expect(await readWhole(url)).toEqual(["yes", true]);
      const broken = exchangeWith(url);
      await expect(broken.response).rejects.toThrow();
      expect([broken.mayHaveArrived(), connections.size]).toEqual([true, 1]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
