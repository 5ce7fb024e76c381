import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { expect, it } from "@jest/globals";
import { spoolForm } from "../../../api/http/spooled-form.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const LARGEST_BYTES = 105_906_176;

const requestOf = (body: Iterable<Buffer> | AsyncIterable<Buffer>, boundary = "x") =>
  Object.assign(Readable.from(body), { headers: { "content-type": `multipart/form-data; boundary=${boundary}` } });

const field = (name: string, value: string) => `content-disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string, filename: string, content: string) =>
  `content-disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n${content}`;

const formOf = (parts: readonly string[], boundary = "x"): Buffer =>
  Buffer.from([...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join(""));

const hashOf = async (body: Buffer, boundary?: string): Promise<string> => {
  const form = await spoolForm(requestOf([body], boundary));
  await form.remove();
  return form.hash.toString("hex");
};

/** Counts the stored forms whose beginning has this text; other processes store theirs in the same folder. */
const keptWith = async (marker: string): Promise<number> => {
  const folders = (await readdir(tmpdir())).filter((name) => name.startsWith("ringdown-form-"));
  const beginnings = await Promise.all(
    folders.map((folder) => text(createReadStream(join(tmpdir(), folder, "form"), { end: 500 })).catch(() => "")),
  );
  return beginnings.filter((beginning) => beginning.includes(marker)).length;
};

/** Returns a form with one file that makes it exactly so long. */
function* largeForm(marker: string, bytes: number): Generator<Buffer> {
  const [head = "", tail = ""] = formOf([file("file", marker, "…")])
    .toString()
    .split("…");
  yield Buffer.from(head);
  let left = bytes - head.length - tail.length;
  for (const piece = Buffer.alloc(1_000_000, "a"); left > 0; left -= piece.length) yield piece.subarray(0, left);
  yield Buffer.from(tail);
}

it("a form is the same whatever its boundary is, and another one when a name or a content is another", async () => {
  const parts = [field("reason", "asked"), file("file", "a.csv", "+12025550123")];
  const others = [
    [field("reason", "moved"), file("file", "a.csv", "+12025550123")],
    [field("source", "asked"), file("file", "a.csv", "+12025550123")],
    [field("reason", "asked"), file("file", "b.csv", "+12025550123")],
    [field("reason", "asked"), file("list", "a.csv", "+12025550123")],
    [field("reason", "asked"), file("file", "a.csv", "+12025550124")],
    [field("reason", "asked")],
  ];
  const hash = await hashOf(formOf(parts));
  expect(await hashOf(formOf(parts, "y"), "y")).toBe(hash);
  const hashes = await Promise.all(others.map((each) => hashOf(formOf(each))));
  expect(new Set([hash, ...hashes]).size).toBe(others.length + 1);
});

it("a form can be read as often as it is asked for, until it is removed, and removed twice", async () => {
  const marker = randomUUID();
  const sent = formOf([file("file", marker, "+12025550123")]);
  const form = await spoolForm(requestOf([sent]));
  for (const _time of [1, 2]) expect(await buffer(form.open())).toEqual(sent);
  for (const _time of [1, 2]) await form.remove();
  expect(await keptWith(marker)).toBe(0);
});

it("a body that ends within a file, or is no form, is told from another by all that came", async () => {
  const halves = ["+12025550123", "+12025550124"].map((number) => formOf([file("file", "a.csv", number)]));
  const bodies = [...halves.map((half) => half.subarray(0, -8)), Buffer.from("no form"), Buffer.from("none either")];
  const hashes = await Promise.all(bodies.map((body) => hashOf(body)));
  expect(new Set(hashes).size).toBe(bodies.length);
});

it("a form of 101 MB is read; a longer one is refused and nothing of it kept", async () => {
  const marker = randomUUID();
  const form = await spoolForm(requestOf(largeForm(marker, LARGEST_BYTES)));
  await form.remove();
  await expect(spoolForm(requestOf(largeForm(marker, LARGEST_BYTES + 1)))).rejects.toMatchObject({
    status: 413,
    code: "form_too_large",
  });
  expect(await keptWith(marker)).toBe(0);
});

it("a form whose sender goes away is refused and nothing of it kept", async () => {
  const marker = randomUUID();
  let leave = () => {};
  const gone = new Promise<void>((resolve) => (leave = resolve));
  async function* broken() {
    yield formOf([file("file", marker, "half")]).subarray(0, -8);
    await gone;
    throw new Error("the connection broke");
  }
  const reading = spoolForm(requestOf(broken()));
  await waitUntil("its beginning is kept", async () => (await keptWith(marker)) === 1);
  leave();
  await expect(reading).rejects.toMatchObject({ status: 400, code: "form_incomplete" });
  expect(await keptWith(marker)).toBe(0);
});
