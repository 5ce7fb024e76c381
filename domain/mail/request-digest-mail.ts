import type { RequestState } from "../request/request.rules.ts";
import type { MailText } from "./account-mails.ts";

export interface RequestInMail {
  channel: string;
  summary: string;
  state: RequestState;
  expiresAt: Date;
}

const MOST_IN_A_MAIL = 50;

/** Returns the mail, or null when every request was settled meanwhile. */
export const composeRequestDigestMail = (
  requests: readonly RequestInMail[],
  { link }: { link: string },
): MailText | null => {
  const open = requests.filter(({ state }) => state === "open");
  const expired = requests.filter(({ state }) => state === "expired");
  if (open.length + expired.length === 0) return null;
  const parts = [
    section("Waiting for an answer:", open, (request) => ` (until ${timeOf(request.expiresAt)})`),
    section("Nobody answered in time:", expired, () => ""),
    `Answer in Ringdown: ${link}`,
    "You get this mail as a member of these channels, at most once in ten minutes.",
  ];
  return {
    subject: subjectOf(open.length, expired.length),
    text: `${parts.filter((part) => part !== "").join("\n\n")}\n`,
  };
};

const subjectOf = (open: number, expired: number): string => {
  if (open === 0) return `${countOf(expired)} ended without an answer`;
  return `${countOf(open)} ${open === 1 ? "waits" : "wait"} for an answer`;
};

const countOf = (count: number): string => (count === 1 ? "A request" : `${count} requests`);

const section = (
  title: string,
  requests: readonly RequestInMail[],
  suffix: (request: RequestInMail) => string,
): string => {
  if (requests.length === 0) return "";
  const lines = requests
    .slice(0, MOST_IN_A_MAIL)
    .map((request) => `- ${lineOf(request.channel)}: ${lineOf(request.summary)}${suffix(request)}`);
  const more = requests.length - lines.length;
  return [title, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
};

const lineOf = (text: string): string => text.replace(/\s+/g, " ").trim();

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
