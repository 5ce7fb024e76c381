import {
  chooseSourceType,
  LARGEST_SOURCE_BYTES,
  SOURCE_REDIRECTS,
  SOURCE_TIMEOUT_MS,
} from "../../domain/document/document-source.ts";
import type { DocumentType } from "../../domain/document/document-type.ts";
import { MEGABYTE } from "../../domain/file/bytes.ts";
import type { GuardedRequests } from "../guarded-request/guarded-requests.ts";
import { toOutboundError } from "../guarded-request/outbound-failure.ts";

/** Why an address gave no file, in a sentence for people. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** Another try may end otherwise. */
  readonly isPassing: boolean;

  constructor(sentence: string, { isPassing = false, cause }: { isPassing?: boolean; cause?: unknown } = {}) {
    super(sentence, { cause });
    this.isPassing = isPassing;
  }
}

export interface FetchedSource {
  content: Buffer;
  type: DocumentType;
}

type Requests = Pick<GuardedRequests, "repeatingFetch" | "urlFault">;

/** Reads the file of an address; each redirect is checked as the address itself is. Throws `SourceError`. */
export const fetchSource = async (requests: Requests, url: string): Promise<FetchedSource> => {
  const signal = AbortSignal.timeout(SOURCE_TIMEOUT_MS);
  try {
    const { response, at } = await follow(requests, { url, signal });
    const type = chooseSourceType(response.headers.get("content-type"), at);
    if (type === null) {
      await response.body?.cancel();
      throw new SourceError(
        `It sent ${response.headers.get("content-type") ?? "a type unnamed"}, which cannot be read`,
      );
    }
    return { content: response.body ? await readContent(response.body) : Buffer.alloc(0), type };
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const outbound = toOutboundError(error, { mayHaveArrived: true, timeoutMs: SOURCE_TIMEOUT_MS, signal });
    const isPassing = outbound.code !== "address_refused" && outbound.code !== "url_invalid";
    throw new SourceError(outbound.message, { isPassing, cause: error });
  }
};

const follow = async (
  { repeatingFetch, urlFault }: Requests,
  { url, signal }: { url: string; signal: AbortSignal },
) => {
  let at = url;
  for (let redirects = 0; redirects <= SOURCE_REDIRECTS; redirects += 1) {
    const fault = urlFault(at);
    if (fault !== null) throw new SourceError(fault);
    const response = await repeatingFetch(at, { headers: { accept: "*/*", "user-agent": "Ringdown" }, signal });
    if (response.status === 200) return { response, at };
    await response.body?.cancel();
    const next = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || next === null) throw refusedBy(response.status);
    if (!URL.canParse(next, at)) throw new SourceError("It leads to another address that is none");
    at = new URL(next, at).href;
  }
  throw new SourceError(`It leads from one address to another more than ${SOURCE_REDIRECTS} times`);
};

const refusedBy = (status: number): SourceError =>
  new SourceError(`It answered with the status ${status}`, { isPassing: status === 429 || status >= 500 });

const readContent = async (body: ReadableStream<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LARGEST_SOURCE_BYTES) {
      throw new SourceError(
        `It sent more than ${LARGEST_SOURCE_BYTES / MEGABYTE} MB, the most that is read from an address`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};
