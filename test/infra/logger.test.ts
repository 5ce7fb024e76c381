import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { addFields, runAsWork } from "../../infra/telemetry/current-work.ts";
import { captureLog } from "../harness/captured-log.ts";

/** Numbers in E.164. */
const numbers = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{7,14}$/)).map(([a, b]) => `+${a}${b}`);
const secrets = fc.stringMatching(/^[A-Za-z0-9_-]{16,40}$/);

/** Anything that may be logged, with these texts anywhere in it: values, keys, sentences, errors, causes. */
const nested = (text: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      text,
      text.map((each) => `Key (phone_number)=(${each}) already exists`),
      text.map((each) => `[${each}, ${each}]`),
      text.map((each) => JSON.stringify({ to: each })),
      text.map((each) => Buffer.from(each)),
      fc.array(tie("node"), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 8 }), tie("node"), { maxKeys: 3 }),
      fc.tuple(text, tie("node")).map(([key, value]) => ({ [key]: value })),
      fc.tuple(text, tie("node")).map(([key, value]) => new Map([[key, value]])),
      fc.tuple(text, tie("node")).map(([each, cause]) => new Error(`no call to ${each}`, { cause })),
      text.map((each) => postgresError(each)),
      text.map((each) => new AggregateError([new Error(each)], `several: ${each}`)),
      text.map((each) => ({ toJSON: () => ({ called: each }) })),
    ),
  })).node;

const postgresError = (value: string) =>
  Object.assign(new Error('duplicate key value violates unique constraint "contacts_number"'), {
    severity: "ERROR",
    code: "23505",
    detail: `Key (phone_number)=(${value}) already exists.`,
    where: `COPY contacts, line 3: "${value}"`,
    parameters: [value],
    internalQuery: `select '${value}'`,
    constraint: "contacts_number",
  });

describe("a log line", () => {
  it("holds no whole number, however deep it lay", () => {
    fc.assert(
      fc.property(
        numbers.chain((number) => fc.tuple(fc.constant(number), nested(fc.constant(number)))),
        ([number, value]) => {
          const log = captureLog();
          log.logger.info({ value }, `said ${number}`);
          log.logger.error(value, "as the first argument");
          expect(log.lines().length).toBeGreaterThan(0);
          expect(log.text()).not.toContain(number);
          expect(log.text()).not.toContain(number.slice(1));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("holds no whole number of a field that is one, without a plus too", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{6,14}$/), (digits) => {
        const log = captureLog();
        log.logger.info({
          phone_number: digits,
          to: digits,
          deep: { calledNumber: Number(digits), numbers: [digits] },
        });
        expect(log.text()).not.toContain(`"${digits}"`);
        expect(log.text()).not.toContain(`:${digits}`);
      }),
    );
  });

  it("holds no secret of a field that is one, and none that the process was given", () => {
    const fields = ["password", "auth_token", "apiKey", "x-api-key", "Authorization", "cookie", "set-cookie"];
    const more = ["X-Twilio-Signature", "credentials", "DATABASE_URL", "signing_key", "clientSecret"];
    fc.assert(
      fc.property(secrets, fc.constantFrom(...fields, ...more), (secret, name) => {
        const log = captureLog({ secrets: [`${secret}-of-the-process`] });
        log.logger.info({ request: { headers: [{ [name]: secret }], body: { [name]: { inner: secret } } } });
        log.logger.warn({ err: new Error(`no entry with ${secret}-of-the-process`) }, `${secret}-of-the-process`);
        expect(log.lines()).toHaveLength(2);
        expect(log.text()).not.toContain(secret);
      }),
    );
  });

  it("the log line of an error of PostgreSQL says what is wrong, without the row", () => {
    const log = captureLog();
    log.logger.error({ err: postgresError("Jane Roe") }, "failed");
    const invalid = Object.assign(new Error('invalid input syntax for type json: "Jane Roe"'), {
      severity: "ERROR",
      code: "22P02",
    });
    log.logger.error({ err: invalid }, "failed");
    expect(log.text()).not.toContain("Jane Roe");
    expect(log.lines()[0]).toMatchObject({ err: { code: "23505", constraint: "contacts_number", severity: "ERROR" } });
    expect(log.lines()[1]).toMatchObject({ err: { message: "invalid input syntax for type json: [removed]" } });
  });

  it("keeps ids, times and figures as they are", () => {
    const log = captureLog();
    const fields = {
      request_id: "0f9c1a52-1234-4abc-8def-123456789012",
      organization_id: 7,
      campaign_id: 12_345_678_901,
      workflow_id: "org-7/call-0f9c1a52-1234-4abc-8def-123456789012",
      took_ms: 12,
      at: new Date("2026-11-21T08:00:00.123Z"),
      status: 200,
      none: null,
    };
    log.logger.info(fields, "request");
    expect(log.lines()[0]).toMatchObject({ ...fields, at: "2026-11-21T08:00:00.123Z", level: "info", msg: "request" });
  });

  it("survives what refers to itself and what never ends", () => {
    const log = captureLog();
    const circle: Record<string, unknown> = { name: "round" };
    circle["itself"] = circle;
    let deep: unknown = "end";
    for (let level = 0; level < 100; level += 1) deep = { deep };
    log.logger.info({ circle, deep, long: "x".repeat(100_000), big: 10n ** 20n });
    expect(log.lines()).toHaveLength(1);
    expect(log.text().length).toBeLessThan(20_000);
  });

  it("says for which request or activity it was written, also later and deeper", async () => {
    const log = captureLog();
    await runAsWork({ fields: { request_id: "r-1" }, span: null }, async () => {
      log.logger.info("before");
      await Promise.resolve();
      addFields({ organization_id: 7 });
      setImmediate(() => log.logger.info("after"));
      await new Promise((resolve) => setImmediate(resolve));
    });
    log.logger.info("outside");
    expect(log.lines()).toMatchObject([{ request_id: "r-1" }, { request_id: "r-1", organization_id: 7 }, {}]);
    expect(log.lines()[2]).not.toHaveProperty("request_id");
  });
});
