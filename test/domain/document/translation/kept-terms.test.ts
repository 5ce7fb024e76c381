import { describe, expect, it } from "@jest/globals";
import { listMissingTerms } from "../../../../domain/document/translation/kept-terms.ts";

describe("terms that must stay", () => {
  it.each([
    ["thousands and decimals are separated otherwise", "It costs 1,250.50 dollars.", "Es kostet 1.250,50 Dollar."],
    ["thousands are separated by a space", "It costs 1,250 dollars.", "Cela coûte 1 250 dollars."],
    ["units and ordinals are words", "The 1st file has 100MB.", "Le 1er fichier a 100 Mo."],
    ["words that begin with a capital are words", "OPENING HOURS on Monday", "ÖFFNUNGSZEITEN am Montag"],
    ["a word with a number is a word", "See Version-2 of Nov.2026.", "Siehe Fassung 2 vom November 2026."],
    ["a word for women and men", "Alle KundInnen zahlen.", "All customers pay."],
    ["a link at the end of a sentence", "Read https://example.com/a?b=1.", "Lies https://example.com/a?b=1!"],
    ["a product that is inflected", "The PowerFlow is new.", "Des PowerFlows Preis ist neu."],
  ])("is there: %s", (_what, source, translation) => {
    expect(listMissingTerms(source, translation)).toEqual([]);
  });

  it.each([
    ["a number", "Within 14 days and 3 hours", "Innerhalb von 41 Tagen und 3 Stunden", ["14"]],
    ["a code", "Part AB-1042 fits X200", "Teil AB 1042 passt zu X200", ["AB-1042"]],
    ["a product", "The PowerFlow by Zephyr®", "Der Kraftfluss von Wind", ["PowerFlow", "Zephyr"]],
    ["an e-mail address", "Write to help@example.com", "Schreiben Sie an hilfe@example.com", ["help@example.com"]],
    ["a link", "See https://example.com/en/7", "Siehe https://example.com/de/7", ["https://example.com/en/7"]],
  ])("is missing: %s", (_what, source, translation, missing) => {
    expect(listMissingTerms(source, translation)).toEqual(missing);
  });
});
