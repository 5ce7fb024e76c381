import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { PROOF_LINK_HOURS } from "../../../domain/access/identity-provider.ts";
import { INVITATION_GOOD_FOR_MS } from "../../../domain/access/invitation.ts";
import { RESET_GOOD_FOR_MS } from "../../../domain/access/password.ts";
import { SIGN_UP_GOOD_FOR_MS } from "../../../domain/access/sign-up.ts";
import {
  composeDomainMail,
  composeInvitationMail,
  composePasswordResetMail,
  composeSignUpMail,
} from "../../../domain/mail/account-mails.ts";
import { composeRequestDigestMail, type RequestInMail } from "../../../domain/mail/request-digest-mail.ts";

const LINK = { link: "https://example.com/console/" };
const request = (fields: Partial<RequestInMail> = {}): RequestInMail => ({
  channel: "Sales",
  summary: "May I give ten percent?",
  state: "open",
  expiresAt: new Date("2026-03-01T12:30:45Z"),
  ...fields,
});

describe("a mail about requests", () => {
  it("names what waits with its time, and what nobody answered", () => {
    expect(
      composeRequestDigestMail([request(), request({ state: "expired", summary: "A key is needed" })], LINK),
    ).toEqual({
      subject: "A request waits for an answer",
      text: [
        "Waiting for an answer:",
        "- Sales: May I give ten percent? (until 2026-03-01 12:30 UTC)",
        "",
        "Nobody answered in time:",
        "- Sales: A key is needed",
        "",
        "Answer in Ringdown: https://example.com/console/",
        "",
        "You get this mail as a member of these channels, at most once in ten minutes.",
        "",
      ].join("\n"),
    });
  });

  it("is not sent about what somebody has settled", () => {
    expect(composeRequestDigestMail([request({ state: "settled" })], LINK)).toBeNull();
    expect(composeRequestDigestMail([], LINK)).toBeNull();
  });

  it("lists fifty of a kind and says how many more there are", () => {
    const mail = composeRequestDigestMail(
      Array.from({ length: 60 }, () => request()),
      LINK,
    );
    expect(mail?.subject).toBe("60 requests wait for an answer");
    expect(mail?.text.match(/May I/g)).toHaveLength(50);
    expect(mail?.text).toContain("- and 10 more");
  });

  it("has one line for each request, whatever people and agents have written", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ channel: fc.string(), summary: fc.string({ unit: "grapheme" }) })), (texts) => {
        const mail = composeRequestDigestMail(
          texts.map((each) => request(each)),
          LINK,
        );
        const lines = mail?.text.split("\n").filter((line) => line.startsWith("- ")) ?? [];
        expect(lines).toHaveLength(Math.min(texts.length, 51));
      }),
    );
  });
});

it("the subject of an invitation is one short line, whatever the organization calls itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (organization) => {
      const { subject } = composeInvitationMail({
        organization,
        inviter: "Ada",
        role: "viewer",
        link: "https://example.com",
      });
      expect(subject).not.toMatch(/[\r\n]/);
      expect(subject.length).toBeLessThanOrEqual(100);
    }),
  );
});

describe("a mail with a link", () => {
  const HOUR_MS = 3_600_000;
  const IN_WORDS: Readonly<Record<number, string>> = { 1: "an hour", 24: "a day", 168: "seven days" };
  const names = { organization: "Acme", inviter: "Ada", role: "admin", domain: "acme.example" };
  it.each([
    ["to join", composeInvitationMail, INVITATION_GOOD_FOR_MS],
    ["to a new password", composePasswordResetMail, RESET_GOOD_FOR_MS],
    ["to sign up", composeSignUpMail, SIGN_UP_GOOD_FOR_MS],
    ["to prove a domain", composeDomainMail, PROOF_LINK_HOURS * HOUR_MS],
  ])("%s says for how long it works", (_, compose, goodForMs) => {
    const { text } = compose({ ...names, ...LINK });
    expect(text).toContain(` within ${IN_WORDS[goodForMs / HOUR_MS]}`);
    expect(text.match(/ within /g)).toHaveLength(1);
  });
});
