import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { isKeyPair, readPrivateKey } from "../../../../infra/telephony/vonage/vonage.private-key.ts";
import { createVonageAccount } from "./vonage-account.ts";

const { privateKey, publicKey } = createVonageAccount();
const pkcs1 = createPrivateKey(privateKey).export({ type: "pkcs1", format: "pem" }).toString();
const problemOf = (text: string): string => {
  const read = readPrivateKey(text);
  return read.ok ? "none" : read.problem;
};

describe("the private key", () => {
  it.each([
    ["as it is in its file", privateKey],
    ["in the older form", pkcs1],
    ["with line breaks written out", privateKey.replaceAll("\n", String.raw`\n`)],
    ["on one line", privateKey.replaceAll("\n", " ")],
    ["with the breaks of another system", privateKey.replaceAll("\n", "\r\n")],
    ["with words around it", `my key:\n${privateKey}\nthat is all`],
  ])("is read %s", (_, text) => {
    const read = readPrivateKey(text);
    expect(read.ok && isKeyPair(read.key, publicKey)).toBe(true);
  });

  it.each([
    ["", /no PEM file/],
    ["secret", /no PEM file/],
    [privateKey.split("\n").slice(0, -3).join("\n"), /no PEM file/],
    [privateKey.replace(/\n.{40}/, "\n"), /damaged/],
    [publicKey, /public key/],
    [privateKey.replaceAll("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"), /password/],
    [pemOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey), /RSA/],
    [pemOf(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey), /1024 bits/],
  ])("is refused with a sentence that helps (%#)", (text, sentence) => {
    expect(problemOf(text)).toMatch(sentence);
    expect(problemOf(text)).not.toContain("MII");
  });

  it("is told from another application's", () => {
    const read = readPrivateKey(createVonageAccount().privateKey);
    expect(read.ok && isKeyPair(read.key, publicKey)).toBe(false);
    expect(read.ok && isKeyPair(read.key, "no key")).toBe(false);
  });
});

function pemOf(key: ReturnType<typeof createPrivateKey>): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
