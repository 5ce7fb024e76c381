import { Readable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { readNumbers } from "../../../infra/contact-file/read-numbers.ts";

const numbersOf = async (text: string) => {
  const found: string[] = [];
  for await (const { line, written, number } of readNumbers(Readable.from([Buffer.from(text)]), "US")) {
    found.push(`${line} ${number.ok ? number.e164 : `bad: ${written}`}`);
  }
  return found;
};

describe("readNumbers", () => {
  it("takes the column that the header names", async () => {
    expect(await numbersOf("name,phone\nAnn,2025550123\nBob,x\n")).toEqual(["2 +12025550123", "3 bad: x"]);
  });

  it("takes a file without a header, from its first row on", async () => {
    expect(await numbersOf("Ann;+12025550123\nBob;+12025550124")).toEqual(["1 +12025550123", "2 +12025550124"]);
    expect(await numbersOf("+12025550123")).toEqual(["1 +12025550123"]);
  });

  it("takes the numbers of every column of numbers, because who asks not to be called asks it for each", async () => {
    const file = "Name,Phone Number,Mobile Phone Number\nAnn,,2025550123\nBob,2025550124,2025550125\nCy,,\n";
    expect(await numbersOf(file)).toEqual(["2 +12025550123", "3 +12025550124", "3 +12025550125", "4 bad: "]);
  });

  it("refuses a file without numbers", async () => {
    await expect(numbersOf("name\nAnn\n")).rejects.toThrow("no column of numbers");
    await expect(numbersOf("")).rejects.toThrow("The file is empty.");
  });
});
