import { beforeEach, expect, it } from "@jest/globals";
import type { PresentedCredential } from "../../../api/http/authenticate.ts";
import { type CredentialWatch, createCredentialWatch } from "../../../api/http/credential-watch.ts";
import { createLogger } from "../../../infra/logger.ts";

const credentialOf = (name: string): PresentedCredential => ({ kind: "session", hash: Buffer.from(name) });
const [FIRST, SECOND] = [credentialOf("first"), credentialOf("second")];

/** A clock that moves when the test says so. */
let nowMs: number;
let waiting: { work: () => void; atMs: number }[];
/** What each look asked for. */
let looks: (readonly PresentedCredential[])[];
let findEnded: () => Promise<readonly PresentedCredential[]>;
let watch: CredentialWatch;

beforeEach(() => {
  nowMs = 0;
  waiting = [];
  looks = [];
  findEnded = async () => [];
  const look = (credentials: readonly PresentedCredential[]) => {
    looks.push(credentials);
    return findEnded();
  };
  const delay = (work: () => void, delayMs: number) => {
    waiting = [...waiting, { work, atMs: nowMs + delayMs }].toSorted((one, other) => one.atMs - other.atMs);
  };
  watch = createCredentialWatch(look, createLogger("test", { level: "silent" }), delay);
});

const pass = async (seconds: number) => {
  const untilMs = nowMs + seconds * 1000;
  for (let [due] = waiting; due && due.atMs <= untilMs; [due] = waiting) {
    waiting = waiting.slice(1);
    nowMs = due.atMs;
    due.work();
    // A look has ended when all that it awaited has.
    await new Promise((resolve) => setImmediate(resolve));
  }
  nowMs = untilMs;
};

it("looks within a second, at all credentials together, and no more when nobody watches one", async () => {
  const stops = [FIRST, SECOND, SECOND].map((credential) => watch.watch(credential, () => {}));
  await pass(1);
  expect(looks[0]).toEqual([FIRST, SECOND]);
  await pass(9);
  expect(looks).toHaveLength(20);
  for (const stop of stops) stop();
  await pass(10);
  expect(looks).toHaveLength(20);
});

it("looks as often while streams of one credential come and go", async () => {
  watch.watch(FIRST, () => {});
  for (let opened = 0; opened < 10; opened += 1) {
    watch.watch(FIRST, () => {})();
    await pass(0.2);
  }
  expect(looks).toHaveLength(4);
});

it("says within a second that a credential has ended, once, and to those alone who watch it", async () => {
  const ended: string[] = [];
  watch.watch(FIRST, () => ended.push("first"));
  watch.watch(SECOND, () => ended.push("second"));
  await pass(5);
  findEnded = async () => [SECOND];
  await pass(3);
  expect(ended).toEqual(["second"]);
});

it("looks again after a look that failed", async () => {
  const ended: string[] = [];
  watch.watch(FIRST, () => ended.push("first"));
  findEnded = () => Promise.reject(new Error("the database is away"));
  await pass(1);
  findEnded = async () => [FIRST];
  await pass(1);
  expect(ended).toEqual(["first"]);
});
