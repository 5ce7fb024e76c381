import { readRefusalText } from "../guarded-request/refusal-text.ts";

/** A model's server refused a request, or reported an error within its answer. */
export class ServerRefusal extends Error {
  override readonly name = "ServerRefusal";
  readonly status: number;
  /** What it said, without the key; null: nothing for people. */
  readonly words: string | null;
  readonly headers: Headers;

  constructor(status: number, words: string | null, headers = new Headers()) {
    super(`${status} ${words ?? ""}`);
    this.status = status;
    this.words = words;
    this.headers = headers;
  }
}

/** Reads the refusal of a server; `secrets` are masked in its words. */
export const readRefusal = async (response: Response, secrets: readonly string[]): Promise<ServerRefusal> =>
  new ServerRefusal(response.status, await readRefusalText(response, secrets), response.headers);
