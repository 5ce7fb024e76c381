import { expect, it } from "@jest/globals";
import { formatNote } from "../../../domain/record/checkpoint.rules.ts";
import { findCosignature } from "../../../infra/record/cosignature.ts";
import { createSigningKey, signNote } from "../../../infra/record/note-signer.ts";
import { createWitness } from "../../factories/witnesses.ts";

const TEXT = "log.example\n7\nqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo=\n";
const NOTE = formatNote(TEXT, [signNote(TEXT, "log.example", createSigningKey())]);
const AT = new Date("2026-01-02T03:04:05Z");

it("a witness's signature of the note is found in its answer", () => {
  const { witness, cosign } = createWitness("w.example");
  expect(findCosignature(NOTE, cosign(TEXT, AT), witness)).toMatchObject({ name: "w.example" });
});

it("a witness's signature of a text that its answer brings along is none of the note", () => {
  const { witness, cosign } = createWitness("w.example");
  const other = `${NOTE}\nsomething else\n`;
  expect(findCosignature(NOTE, `\nsomething else\n\n${cosign(other, AT)}`, witness)).toBeUndefined();
});
