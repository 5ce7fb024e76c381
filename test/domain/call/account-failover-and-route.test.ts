import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  type AccountStanding,
  type CarrierAnswer,
  FIRST_OUT_SECONDS,
  judgeAnswer,
  LONG_THROTTLE_SECONDS,
  LONGEST_OUT_SECONDS,
  OUT_AFTER_FAILURES,
  type RouteCandidate,
  rankRoutes,
  WORKING,
} from "../../../domain/call/account-failover-and-route.rules.ts";

const afterAll = (...answers: CarrierAnswer[]): AccountStanding => answers.reduce(judgeAnswer, WORKING);
const UNKNOWN: CarrierAnswer = { kind: "unknown" };
const ACCEPTED: CarrierAnswer = { kind: "accepted" };

describe("an account", () => {
  it("is out after three failures in a row, and not before", () => {
    expect(afterAll(UNKNOWN, UNKNOWN)).toEqual({ failuresInRow: 2, outForSeconds: null });
    expect(afterAll(UNKNOWN, UNKNOWN, UNKNOWN)).toEqual({ failuresInRow: 3, outForSeconds: 30 });
    expect(afterAll(UNKNOWN, { kind: "refused", outcome: "failed" }, UNKNOWN)).toMatchObject({ outForSeconds: 30 });
  });

  it("works where an answer came between the failures, also one that refuses a number", () => {
    expect(afterAll(UNKNOWN, UNKNOWN, ACCEPTED, UNKNOWN)).toEqual({ failuresInRow: 1, outForSeconds: null });
    for (const outcome of ["invalid_number", "rejected"])
      expect(afterAll(UNKNOWN, UNKNOWN, { kind: "refused", outcome }, UNKNOWN)).toEqual({
        failuresInRow: 1,
        outForSeconds: null,
      });
  });

  it("is out at once where its carrier refuses the account", () => {
    expect(afterAll({ kind: "account_unusable" })).toEqual({ failuresInRow: 1, outForSeconds: 30 });
  });

  it("is out for as long as its carrier asks, where that is long", () => {
    const throttled = (retryAfterSeconds: number): CarrierAnswer => ({ kind: "throttled", retryAfterSeconds });
    expect(afterAll(throttled(LONG_THROTTLE_SECONDS - 1))).toBe(WORKING);
    expect(afterAll(throttled(LONG_THROTTLE_SECONDS))).toEqual({ failuresInRow: 0, outForSeconds: 10 });
    expect(afterAll(throttled(86_400))).toEqual({ failuresInRow: 0, outForSeconds: LONGEST_OUT_SECONDS });
  });

  it("is out twice as long after each call that tried it in vain, and works after one that came through", () => {
    const out = afterAll(UNKNOWN, UNKNOWN, UNKNOWN);
    const times = [0, 1, 2, 3, 4, 5].map((tries) => Array(tries).fill(UNKNOWN).reduce(judgeAnswer, out).outForSeconds);
    expect(times).toEqual([30, 60, 120, 240, 480, 600]);
    expect(judgeAnswer(out, ACCEPTED)).toBe(WORKING);
  });

  it("is out for between half a minute and ten, whatever failures come", () => {
    const answer = fc.oneof(
      fc.constant<CarrierAnswer>(UNKNOWN),
      fc.constant<CarrierAnswer>({ kind: "account_unusable" }),
      fc.constant<CarrierAnswer>({ kind: "refused", outcome: "failed" }),
    );
    fc.assert(
      fc.property(fc.array(answer, { minLength: OUT_AFTER_FAILURES, maxLength: 40 }), (answers) => {
        const { outForSeconds } = afterAll(...answers);
        expect(outForSeconds).toBeGreaterThanOrEqual(FIRST_OUT_SECONDS);
        expect(outForSeconds).toBeLessThanOrEqual(LONGEST_OUT_SECONDS);
      }),
    );
  });
});

describe("the accounts that may take a call", () => {
  const account = (id: number, facts: Partial<RouteCandidate> = {}): RouteCandidate => ({
    id,
    isUsable: true,
    isOut: false,
    isToTry: false,
    countries: null,
    price: null,
    ...facts,
  });
  const order = (
    candidates: readonly [RouteCandidate, ...RouteCandidate[]],
    { country = "US", route = "default" }: { country?: string | null; route?: "default" | "cheapest" } = {},
  ) => rankRoutes(candidates, { country, route }).map(({ id }) => id);

  it("are the account itself and then those that follow it, in their order", () => {
    expect(order([account(1), account(2), account(3)])).toEqual([1, 2, 3]);
  });

  it("are none that is out, cannot dial, or takes numbers of other countries", () => {
    const [out, unusable] = [account(1, { isOut: true }), account(2, { isUsable: false })];
    const candidates = [
      out,
      unusable,
      account(3, { countries: ["DE"] }),
      account(4, { countries: ["DE", "US"] }),
    ] as const;
    expect(order(candidates)).toEqual([4]);
    expect(order(candidates, { country: "DE" })).toEqual([3, 4]);
    // A trunk's own address belongs to no country.
    expect(order([...candidates, account(5)], { country: null })).toEqual([5]);
  });

  it("is the account itself alone where no other can take it", () => {
    expect(order([account(1, { isOut: true }), account(2, { isOut: true })])).toEqual([1]);
  });

  it("begin with the cheapest where that is asked for, and compare prices of one currency", () => {
    const price = (costMinor: number, currency = "USD") => ({ price: { costMinor, currency } });
    const candidates = [
      account(1, price(5)),
      account(2, price(3)),
      account(3),
      account(4, price(1, "EUR")),
      account(5, price(3)),
    ] as const;
    expect(order(candidates, { route: "cheapest" })).toEqual([2, 5, 1, 3, 4]);
    expect(order(candidates)).toEqual([1, 2, 3, 4, 5]);
  });
});
