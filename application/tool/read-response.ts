import { LONGEST_ANSWER } from "../../domain/tool/tool-definition.ts";
import type { GuardedResponse } from "../../infra/guarded-request/guarded-requests.ts";
import { REMOVED } from "../../infra/telemetry/mask-text.ts";

export interface ToolAnswer {
  status: "success" | "error";
  status_code: number;
  data: unknown;
  truncated?: true;
}

/**
 * Returns what a model may read of an answer: its status and body, without the secrets that were sent, and cut to a
 * length.
 */
export const readResponse = (response: GuardedResponse, secrets: readonly string[]): ToolAnswer => {
  const ok = response.status >= 200 && response.status < 300;
  const isRedirect = response.status >= 300 && response.status < 400;
  const text = withoutSecrets(response.body, secrets);
  const short = text.slice(0, LONGEST_ANSWER);
  const truncated = response.truncated || short.length < text.length;
  return {
    status: ok ? "success" : "error",
    status_code: response.status,
    data: isRedirect ? "The address redirects elsewhere: give the tool the new address." : dataOf(short, truncated),
    ...(truncated && { truncated }),
  };
};

/** Removes secrets from a text, also in their form within JSON. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .filter((secret) => secret.length >= 4)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text);

const dataOf = (text: string, truncated: boolean): unknown => {
  if (truncated) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
