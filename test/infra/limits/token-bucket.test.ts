import { expect, it } from "@jest/globals";
import { createKeyedTokenBuckets, createTokenBucket } from "../../../infra/limits/token-bucket.ts";

it("a bucket gives its burst at once, and afterwards as much as fills again", () => {
  let nowMs = 0;
  const bucket = createTokenBucket({ perSecond: 2, burst: 3 }, () => nowMs);
  const takeAll = () => Array.from({ length: 5 }, () => bucket.tryTake()).filter(Boolean).length;
  expect(takeAll()).toBe(3);
  nowMs = 500;
  expect([takeAll(), bucket.isFull()]).toEqual([1, false]);
  nowMs = 60_000;
  expect([bucket.isFull(), takeAll()]).toEqual([true, 3]);
});

it("a bucket from which more was taken than it had tells how long it fills; what is given back shortens that", () => {
  let nowMs = 0;
  const bucket = createTokenBucket({ perSecond: 10, burst: 5 }, () => nowMs);
  bucket.take(15);
  expect([bucket.msUntilAvailable(), bucket.tryTake()]).toEqual([1000, false]);
  bucket.take(-5);
  expect(bucket.msUntilAvailable()).toBe(500);
  nowMs = 600;
  expect([bucket.msUntilAvailable(), bucket.tryTake()]).toEqual([0, true]);
});

it("each key has a bucket of its own, and one that was never used is full", () => {
  const buckets = createKeyedTokenBuckets<string>({ perSecond: 1, burst: 5 }, () => 0);
  for (let times = 0; times < 2000; times += 1) buckets.take(`once ${times}`, 0);
  buckets.take("a", 7);
  expect([buckets.msUntilAvailable("a"), buckets.isFull("a")]).toEqual([2000, false]);
  expect([buckets.msUntilAvailable("b"), buckets.isFull("b")]).toEqual([0, true]);
});
