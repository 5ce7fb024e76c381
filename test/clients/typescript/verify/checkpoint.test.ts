import { expect, it } from "@jest/globals";
import { openCheckpoint, readVerifierKey } from "../../../../clients/typescript/verify/checkpoint.ts";
import { formatCheckpoint, formatNote } from "../../../../domain/record/checkpoint.rules.ts";
import { createSigningKey, formatVerifierKey, signNote } from "../../../../infra/record/note-signer.ts";

const NAME = "log.example/org-1";
const own = createSigningKey();
const other = createSigningKey();
const key = await readVerifierKey(formatVerifierKey(NAME, own.publicKey));
const ROOT = Buffer.alloc(32, 7).toString("base64");
const text = formatCheckpoint({ origin: NAME, size: 12, root: ROOT });
const signed = (written: string) => formatNote(written, [signNote(written, NAME, own)]);
const open = (note: string) => openCheckpoint(note, [key]);

it("a note with signatures of strangers beside the key's is read", async () => {
  const strangers = [signNote(text, NAME, other), signNote(text, "w.example", other)];
  const note = formatNote(text, [...strangers, signNote(text, NAME, own)]);
  expect(await open(note)).toEqual({ origin: NAME, size: 12, root: ROOT });
  expect(await open(formatNote(text, strangers))).toBe("No signature of the key is on it");
});

it("a note with one signature of the key that does not hold is refused whole", async () => {
  const wrong = { ...signNote(text.replace("12", "13"), NAME, own) };
  expect(await open(formatNote(text, [signNote(text, NAME, own), wrong]))).toContain("does not hold");
});

it.each([
  ["no line feed at its end", signed(text).trimEnd()],
  ["a carriage return", signed(text).replace("\n12", "\r\n12")],
  ["a line that is no signature", `${signed(text)}- something\n`],
  ["a signature with another dash", signed(text).replace("\u2014", "-")],
  ["a signature whose base64 has no padding", signed(text).replace(/=+\n$/, "\n")],
  ["no signatures", text],
])("a note with %s is none", async (_, note) => {
  expect(await open(note)).toBe("It is no signed note");
});

it.each([
  ["a size with a leading zero", text.replace("12", "012")],
  ["a size that no number of this program holds", text.replace("12", "99999999999999999")],
  ["a root of another length", text.replace(ROOT, "AAAA")],
  ["no origin", text.replace(NAME, "")],
  ["an empty extension line", `${text}\nmore\n`],
])("a text with %s is no checkpoint", async (_, written) => {
  expect(await open(signed(written))).toMatch(/no checkpoint|no signed note/);
});

it("a text with extension lines is one", async () => {
  expect(await open(signed(`${text}more\n`))).toMatchObject({ size: 12 });
});

it.each([
  ["no name", formatVerifierKey("", own.publicKey)],
  ["a space in its name", formatVerifierKey("a log", own.publicKey)],
  ["another id", formatVerifierKey(NAME, own.publicKey).replace(NAME, "log.example/org-2")],
  ["no key", NAME],
])("a key with %s is refused", async (_, vkey) => {
  await expect(readVerifierKey(vkey)).rejects.toThrow(TypeError);
});
