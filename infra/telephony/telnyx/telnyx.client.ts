import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import { type CarrierResponse, createAnswerReader } from "../carrier-answers.ts";
import { type OutgoingRequest, type RequestResult, readRetryAfterSeconds, sendOnce } from "../carrier-request.ts";

export interface TelnyxClientOptions {
  /** The address of a test server; without a slash at the end. */
  baseUrl: string;
  readTimeoutMs: number;
}

export interface TelnyxRequest {
  method: OutgoingRequest["method"];
  /** The path below `/v2`, such as `/calls`. */
  path: string;
  query?: Readonly<Record<string, string>>;
  json?: Readonly<Record<string, unknown>>;
  timeoutMs?: number;
}

export type TelnyxClient = (credentials: CarrierCredentials, request: TelnyxRequest) => Promise<RequestResult>;

/** Uses plain HTTP instead of Telnyx's library, which repeats a request by itself when the answer is late or 5xx. */
export const createTelnyxClient =
  (options: TelnyxClientOptions): TelnyxClient =>
  (credentials, request) => {
    const query = request.query ? `?${new URLSearchParams(request.query).toString()}` : "";
    return sendOnce({
      method: request.method,
      url: `${options.baseUrl}/v2${request.path}${query}`,
      headers: {
        authorization: `Bearer ${readSetting(credentials, "api_key")}`,
        accept: "application/json",
        ...(request.json && { "content-type": "application/json" }),
      },
      ...(request.json && { body: JSON.stringify(request.json) }),
      timeoutMs: request.timeoutMs ?? options.readTimeoutMs,
    });
  };

const problemsOf = z.object({
  errors: z
    .array(
      z.object({
        /** A text by the documentation; a number in some answers. */
        code: z.coerce.string().nullish(),
        title: z.string().nullish(),
        detail: z.string().nullish(),
        source: z.object({ pointer: z.string().nullish() }).nullish(),
      }),
    )
    .min(1),
});

export interface TelnyxProblem {
  code: string;
  /** The faulty field of the request, such as `/to`; "" when Telnyx names none. */
  pointer: string;
  sentence: string;
}

/** Returns the problems that Telnyx reports; none when the answer is in another form and may come from a proxy. */
export const readProblems = (result: { body: string }): TelnyxProblem[] =>
  (problemsOf.safeParse(parseJson(result.body)).data?.errors ?? []).map(({ code, title, detail, source }) => ({
    code: code ?? "",
    pointer: source?.pointer ?? "",
    sentence: [...new Set([title, detail])].filter(Boolean).join(": "),
  }));

/** Returns Telnyx's own sentence with code and status, for people. */
export const describeProblem = (result: { status: number; body: string }): string => {
  const [problem] = readProblems(result);
  const code = problem?.code ? `, code ${problem.code}` : "";
  return `${problem?.sentence || "no explanation"} (HTTP ${result.status}${code})`;
};

/** Returns for how long Telnyx wants to be left alone, in whole seconds. */
export const readWaitSeconds = ({ headers }: CarrierResponse): number => {
  const reset = headers["x-ratelimit-reset"];
  return readRetryAfterSeconds(headers["retry-after"] ?? (typeof reset === "string" ? reset : undefined));
};

const answers = createAnswerReader({ carrier: "Telnyx", describeProblem });
export const { requireResponse, requireDoneOrMissing } = answers;

/** Returns the `data` of a successful answer. Throws `CarrierUnavailableError` for any other. */
export const readAnswer = <T>(result: RequestResult, schema: z.ZodType<T>): T =>
  answers.readAnswer(result, z.object({ data: schema })).data;

const pageMeta = z.object({
  meta: z
    .object({
      page_number: z.number().nullish(),
      total_pages: z.number().nullish(),
      cursors: z.object({ after: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

const PAGE_SIZE = "250";
const MOST_PAGES = 40;

/** Reads every item of a list, page by page: Telnyx has page numbers in some lists and cursors in others. */
export const readAll = async <T>(
  ask: (query: Record<string, string>) => Promise<RequestResult>,
  schema: z.ZodType<T>,
): Promise<T[]> => {
  const items: T[] = [];
  let next: Record<string, string> | null = {};
  for (let page = 1; next && page <= MOST_PAGES; page += 1) {
    const result: RequestResult = await ask({ "page[size]": PAGE_SIZE, ...next });
    items.push(...readAnswer(result, z.array(schema)));
    next = nextPage(result);
  }
  // In an incomplete list a call or a number would seem missing.
  if (next) throw new CarrierUnavailableError(`Telnyx: the list is longer than ${MOST_PAGES} pages`);
  return items;
};

const nextPage = (result: RequestResult): Record<string, string> | null => {
  const meta = result.kind === "response" ? pageMeta.safeParse(parseJson(result.body)).data?.meta : null;
  if (meta?.cursors?.after) return { "page[after]": meta.cursors.after };
  const { page_number: number, total_pages: total } = meta ?? {};
  return number && total && number < total ? { "page[number]": String(number + 1) } : null;
};
