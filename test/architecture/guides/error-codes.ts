import { globSync } from "node:fs";
import { read, root } from "./markdown.ts";

export interface ErrorCode {
  code: string;
  status: string;
  /** The folder of `api/` whose refusal it is. */
  area: string;
  /** The sentence, `…` for its variable parts; null where it is made elsewhere. */
  sentence: string | null;
}

/** What makes an error of the API, with the status of its answer; `null`: its first argument. */
const FACTORIES: Readonly<Record<string, string | null>> = {
  badRequest: "400",
  forbidden: "403",
  conflict: "409",
  upstreamFailed: "502",
  HttpError: null,
  SettledBeforeError: "409",
};

const MADE = new RegExp(
  `\\b(${Object.keys(FACTORIES).join("|")})\\(\\s*(?:(\\w+),\\s*)?(?:"([a-z][a-z0-9_]*)"|\`([a-z]+)_\\$\\{)`,
  "g",
);

/** Codes that are put together, with the codes that come of it. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  model: ["invalid_answer", "rate_limited", "refused", "timeout", "unauthorized", "unavailable"].map(
    (fault) => `model_${fault}`,
  ),
  call: ["call_failed", "call_rejected"],
};

/** The outcomes of a call that is not made are codes, too; their sentence says what that call met. */
const OF_OUTCOMES: readonly ErrorCode[] = [
  ...["blocked_cap", "blocked_consent", "blocked_dnc", "blocked_number_kind", "blocked_window"].map((code) => ({
    code,
    status: "403",
  })),
  { code: "invalid_number", status: "400" },
].map((made) => ({ ...made, area: "calls", sentence: null }));

/** The statuses of codes whose factory chooses one. */
const CHOSEN: Readonly<Record<string, string>> = { invalid_definition: "409, 422" };

/** Reads the text of a string or a template at the beginning of the source; null: there is none. */
const readSentence = (source: string): string | null => {
  const parts: string[] = [];
  let rest = source;
  for (;;) {
    const found = /^\s*(?:\+\s*)?(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/.exec(rest);
    if (!found) break;
    parts.push((found[1] ?? found[2] ?? "").replaceAll(/\$\{[^}]*\}/g, "…"));
    rest = rest.slice(found[0].length);
    if (!/^\s*\+/.test(rest)) break;
  }
  return parts.length === 0 ? null : parts.join("");
};

/** Finds every code of an error in the sources of the API. */
export const findErrorCodes = (): ErrorCode[] => [...findMadeCodes(), ...OF_OUTCOMES];

const findMadeCodes = (): ErrorCode[] =>
  globSync("api/**/*.ts", { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const source = read(file);
      return [...source.matchAll(MADE)].flatMap((match): ErrorCode[] => {
        const [whole, factory = "", first, code, start = ""] = match;
        const status = FACTORIES[factory] ?? first;
        const codes = code === undefined ? (COMPOSED[start] ?? [`${start}_…`]) : [code];
        const behind = source.slice(match.index + whole.length).replace(/^[^,)]*,/, "");
        const area = file.split("/")[1]?.replace(/\.ts$/, "") ?? "";
        const sentence = code === undefined ? null : readSentence(behind);
        return codes.map((one) => ({
          code: one,
          status: status && /^\d+$/.test(status) ? status : (CHOSEN[one] ?? ""),
          area,
          sentence,
        }));
      });
    });
